import { and, eq, isNull, ne, type SQL } from 'drizzle-orm'
import { fullName } from '#contract/people/names.ts'
import { lockAccountJoins } from '#server/access/joined-accounts.ts'
import { hasEmail, hasPhone } from '#server/access/user-columns.ts'
import type { App } from '#server/app-types.ts'
import { lockDevicesOf, signOutDevices } from '#server/auth/sessions/end-sessions.ts'
import { publishNamesAndContacts } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { type AccountBeforeJoin, accountJoinRows, accountJoins } from '#server/db/schema/account-joins.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { separateRoles } from '#server/roles/role-grants.ts'
import { audit } from '#server/security/audit-log.ts'
import { announceAll, undoPeriod } from './join-accounts.ts'
import { notifyOfJoin } from './join-notices.ts'
import { type Account, findJoinSides } from './join-sides.ts'
import { returnAccountData } from './move-account-data.ts'
import { separateRights } from './unite-rights.ts'

type Undoing = {
  joinedId: string
  /** Throws if this administrator may not separate the account. */
  assertAllowed: (kept: Account) => void
  reason: string
  address: string | null
  now: Date
}

type Contact = 'email' | 'phone'
export type UndoOutcome = { returned: number; lost: number; lostContacts: Contact[] }

/**
 * Separates a joined account: rows that still belong to the kept account, the way to sign in, roles, name and contacts
 * return. What has changed since stays with the kept account, whose sessions end.
 */
export async function undoJoin(
  transaction: Database,
  app: Pick<App, 'endProviderSessions' | 'env'>,
  { joinedId, assertAllowed, reason, address, now }: Undoing,
): Promise<UndoOutcome> {
  await lockAccountJoins(transaction, 'exclusive')
  const join = await findJoin(transaction, joinedId, now)
  const { keptId, before } = join
  const { kept, joined } = await sidesOf(transaction, join)
  assertAllowed(kept)
  if (kept.joinedInto !== null) throwProblem('state-conflict', 'The kept account is joined to another one itself')
  const ids = await lockDevicesOf(transaction, keptId)
  const ending = { userId: keptId, ids, withIdle: true, now, address, reason: 'ended-by-school' } as const
  await signOutDevices(transaction, app, ending)
  const isOfJoin = eq(accountJoinRows.joinId, join.id)
  const rows = await transaction.select().from(accountJoinRows).where(isOfJoin)
  const returned = await returnAccountData(transaction, rows, { from: keptId, to: joinedId })
  await transaction.delete(accountJoinRows).where(isOfJoin)
  await separateRights(transaction, before.pairs ?? [], { now, timeZone: app.env.TIME_ZONE, reason })
  await transaction.update(accountJoins).set({ undoneAt: now, before: null }).where(eq(accountJoins.id, join.id))
  const lostContacts = await separateColumns(transaction, { kept, joined, before, now })
  await separateRoles(transaction, { keptId, joinedId, before: rolesOf(before), now, reason })
  const entry = { at: now, action: 'account.separated', reason } as const
  await audit(
    transaction,
    { ...entry, subjectId: keptId, detail: fullName(joined) },
    { ...entry, subjectId: joinedId, detail: fullName(before.kept) },
  )
  const contacts = [before.kept, before.joined, kept]
  await notifyOfJoin(transaction, {
    kind: 'accounts-separated',
    userId: keptId,
    contacts,
    language: kept.language,
    now,
  })
  await announceAll(transaction, [keptId, joinedId])
  return { returned, lost: rows.length - returned, lostContacts }
}

async function findJoin(transaction: Database, joinedId: string, now: Date) {
  const isActive = and(eq(accountJoins.joinedId, joinedId), isNull(accountJoins.undoneAt))
  const [join] = await transaction.select().from(accountJoins).where(isActive)
  if (!join) throwProblem('not-found', 'The account is not joined to another one')
  const isOver = join.at <= new Date(now.getTime() - undoPeriod)
  if (isOver || !join.before) throwProblem('state-conflict', 'The join can no longer be undone')
  return { ...join, before: join.before }
}

/** `findJoinSides` chooses the kept account anew, which the undoing must not. */
async function sidesOf(transaction: Database, { keptId, joinedId }: { keptId: string; joinedId: string }) {
  const { kept, joined } = await findJoinSides(transaction, [keptId, joinedId])
  return kept.id === keptId ? { kept, joined } : { kept: joined, joined: kept }
}

function rolesOf({ kept, joined }: Record<'kept' | 'joined', AccountBeforeJoin>) {
  return { kept: kept.roles, joined: joined.roles }
}

type Separation = {
  kept: Account
  joined: Account
  before: Record<'kept' | 'joined', AccountBeforeJoin>
  now: Date
}

/** A value that the join has given to the kept account returns; one that was changed since stays. */
async function separateColumns(transaction: Database, { kept, joined, before, now }: Separation): Promise<Contact[]> {
  const wasSubjectMoved = before.kept.subject === null && before.joined.subject !== null
  const returnsSubject =
    wasSubjectMoved && kept.subject === before.joined.subject && kept.issuer === before.joined.issuer
  const hasJoinedName = fullName(kept) === fullName(before.joined)
  const { firstName, lastName, patronym } = hasJoinedName ? before.kept : kept
  const isOfJoined = (contact: Contact) => kept[contact] !== null && kept[contact] === before.joined[contact]
  const email = isOfJoined('email') ? before.kept.email : kept.email
  const phone = isOfJoined('phone') ? before.kept : kept
  const verifiedAt = phone.phoneVerifiedAt === null ? null : new Date(phone.phoneVerifiedAt)
  const own = { firstName, lastName, patronym, email, phone: phone.phone }
  const released = returnsSubject ? { subject: null, hasPassword: before.kept.hasPassword } : {}
  await transaction
    .update(users)
    .set({ ...own, phoneVerifiedAt: verifiedAt, updatedAt: now, ...released })
    .where(eq(users.id, kept.id))
  const isFree = async (has: SQL | undefined) =>
    (await transaction.$count(users, and(has, ne(users.id, joined.id)))) === 0
  const sought = before.joined
  const keepsEmail = sought.email === null || (await isFree(hasEmail(sought.email)))
  const keepsPhone = sought.phone === null || (await isFree(hasPhone(sought.phone)))
  const returned = { email: keepsEmail ? sought.email : null, phone: keepsPhone ? sought.phone : null }
  await transaction
    .update(users)
    .set({
      ...returned,
      joinedInto: null,
      phoneVerifiedAt: keepsPhone && sought.phoneVerifiedAt !== null ? new Date(sought.phoneVerifiedAt) : null,
      updatedAt: now,
      ...(returnsSubject && { subject: sought.subject, issuer: sought.issuer }),
    })
    .where(eq(users.id, joined.id))
  await publishNamesAndContacts(transaction, { userId: kept.id, before: kept, after: own, now })
  await publishNamesAndContacts(transaction, { userId: joined.id, before: joined, after: returned, now })
  return [...(keepsEmail ? [] : (['email'] as const)), ...(keepsPhone ? [] : (['phone'] as const))]
}
