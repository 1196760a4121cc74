import { and, eq, gt, isNotNull, lte } from 'drizzle-orm'
import type { JoinObstacle } from '#contract/enumerations.ts'
import type { JoinedCounts } from '#contract/people/account-joins.ts'
import { fullName } from '#contract/people/names.ts'
import { callsChangedByRecord } from '#contract/record-changes.ts'
import { lockAccountJoins } from '#server/access/joined-accounts.ts'
import type { App } from '#server/app-types.ts'
import { lockDevicesOf, signOutDevices } from '#server/auth/sessions/end-sessions.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import { publishNamesAndContacts } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import {
  type AccountBeforeJoin,
  accountJoinRows,
  accountJoins,
  type PairBeforeJoin,
} from '#server/db/schema/account-joins.ts'
import { accountChanges } from '#server/db/schema/account-security.ts'
import { type SessionEnd, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { withdrawInvitations } from '#server/invitations/invitations.ts'
import { uniteRoles } from '#server/roles/role-grants.ts'
import { audit } from '#server/security/audit-log.ts'
import { notifyOfJoin } from './join-notices.ts'
import { type Account, findJoinSides, type JoinSides, joinObstacle } from './join-sides.ts'
import { type MovedData, moveAccountData } from './move-account-data.ts'
import { uniteRights } from './unite-rights.ts'

/** Milliseconds for which a join can be undone. */
export const undoPeriod = 30 * 24 * 60 * 60_000

/** Of which accounts the name and the contacts stay. */
export type JoinChoice = { nameOf: string; emailOf: string; phoneOf: string }

type Joining<Own extends string> = {
  /** The account whose card is open, or that is signed in, comes first. */
  ids: [string, string]
  /** Why this user may not join these accounts. */
  obstacleOf: (sides: JoinSides) => Own | null
  /** By default those of the kept account. */
  choice?: JoinChoice | undefined
  byId: string
  /** Of an administrator. */
  reason: string | null
  /** The session of a person who joins own accounts: it goes on with the account that stays. */
  ownSessionId?: string
  address: string | null
  now: Date
}

export type JoinOutcome<Own extends string = never> = JoinSides & {
  obstacle: JoinObstacle | Own | null
} & Record<'moves' | 'stays', JoinedCounts>

/**
 * Joins two accounts of one person: the kept account gets the rows, the roles and the chosen name and contacts. The other
 * stays as a way to sign in. Call it in a transaction and roll it back if there is an obstacle.
 */
export async function joinAccounts<Own extends string = never>(
  transaction: Database,
  app: Pick<App, 'endProviderSessions' | 'env'>,
  { ids, obstacleOf, choice, byId, reason, ownSessionId, address, now }: Joining<Own>,
): Promise<JoinOutcome<Own>> {
  await lockAccountJoins(transaction, 'exclusive')
  const sides = await findJoinSides(transaction, ids)
  const { kept, joined } = sides
  const obstacle = obstacleOf(sides) ?? (await joinObstacle(transaction, sides))
  if (obstacle) return { ...sides, obstacle, moves: [], stays: [] }
  const data = await moveAccountData(transaction, { from: joined.id, to: kept.id })
  if (data.forbidding.length > 0) return { ...sides, obstacle: 'same-studies', moves: [], stays: data.forbidding }
  const time = { now, timeZone: app.env.TIME_ZONE, reason }
  const pairs = await uniteRights(transaction, { keptId: kept.id, joinedId: joined.id }, time)
  await store(transaction, sides, data, { byId, now, pairs })
  if (ownSessionId !== undefined) await moveSession(transaction, ownSessionId, sides)
  const ended = ownSessionId === undefined ? 'ended-by-school' : 'ended-elsewhere'
  await closeAccount(transaction, app, { id: joined.id, address, now, reason: ended })
  await uniteRoles(transaction, { keptId: kept.id, joinedId: joined.id, now, reason })
  await uniteColumns(transaction, sides, choice, now)
  const entry = { at: now, action: 'account.joined', reason } as const
  await audit(
    transaction,
    { ...entry, subjectId: kept.id, detail: fullName(joined) },
    { ...entry, subjectId: joined.id, detail: fullName(kept) },
  )
  await notifyOfJoin(transaction, {
    kind: ownSessionId === undefined ? 'accounts-joined' : 'own-accounts-joined',
    userId: kept.id,
    contacts: [kept, joined],
    language: kept.language ?? joined.language,
    now,
  })
  await announceAll(transaction, [kept.id])
  return { ...sides, obstacle: null, moves: data.moves, stays: data.stays }
}

/** Everything that open pages show may have changed. */
export async function announceAll(transaction: Database, userIds: readonly string[]): Promise<void> {
  const calls = [...new Set(Object.values(callsChangedByRecord).flat())]
  await announceChanges(transaction, { userIds, calls })
}

async function store(
  transaction: Database,
  { kept, joined }: JoinSides,
  { rows }: MovedData,
  { byId, now, pairs }: { byId: string; now: Date; pairs: PairBeforeJoin[] },
): Promise<void> {
  await forgetOldJoins(transaction, now)
  const before = { kept: snapshotOf(kept), joined: snapshotOf(joined), ...(pairs.length > 0 && { pairs }) }
  const [join] = await transaction
    .insert(accountJoins)
    .values({ keptId: kept.id, joinedId: joined.id, byId, at: now, before })
    .returning({ id: accountJoins.id })
  if (!join) throw new Error('the join was not stored')
  await storeMovedRows(transaction, join.id, rows)
}

/** For the undoing. */
export async function storeMovedRows(transaction: Database, joinId: string, rows: MovedData['rows']): Promise<void> {
  const all = rows.map((row) => ({ joinId, ...row }))
  for (let start = 0; start < all.length; start += 5000)
    await transaction
      .insert(accountJoinRows)
      .values(all.slice(start, start + 5000))
      .onConflictDoNothing()
}

/** What only the undoing needs is deleted when it is not possible any more. */
async function forgetOldJoins(transaction: Database, now: Date): Promise<void> {
  const isOld = and(isNotNull(accountJoins.before), lte(accountJoins.at, new Date(now.getTime() - undoPeriod)))
  const old = await transaction
    .update(accountJoins)
    .set({ before: null })
    .where(isOld)
    .returning({ id: accountJoins.id })
  for (const { id } of old) await transaction.delete(accountJoinRows).where(eq(accountJoinRows.joinId, id))
}

function snapshotOf(account: Account): AccountBeforeJoin {
  const { firstName, lastName, patronym, email, phone, phoneVerifiedAt, subject, issuer, hasPassword, roles } = account
  const verified = phoneVerifiedAt?.toISOString() ?? null
  return { firstName, lastName, patronym, email, phone, phoneVerifiedAt: verified, subject, issuer, hasPassword, roles }
}

/** Known browsers stay with the joined account. */
async function moveSession(transaction: Database, id: string, { kept, joined }: JoinSides): Promise<void> {
  const isThisOne = and(eq(sessions.id, id), eq(sessions.userId, joined.id))
  await transaction.update(sessions).set({ userId: kept.id, knownDeviceId: null }).where(isThisOne)
}

/** Ends the sessions, and makes links of earlier messages stop working. */
async function closeAccount(
  transaction: Database,
  app: Pick<App, 'endProviderSessions'>,
  { id, address, now, reason }: { id: string; address: string | null; now: Date; reason: SessionEnd },
): Promise<void> {
  const ids = await lockDevicesOf(transaction, id)
  await signOutDevices(transaction, app, { userId: id, ids, withIdle: true, now, address, reason })
  await withdrawInvitations(transaction, id, now)
  const isOpen = and(eq(accountChanges.userId, id), gt(accountChanges.expiresAt, now))
  await transaction.update(accountChanges).set({ expiresAt: now }).where(isOpen)
}

/** The joined account loses its contacts first: contacts identify one person. */
async function uniteColumns(
  transaction: Database,
  { kept, joined }: JoinSides,
  choice: JoinChoice | undefined,
  now: Date,
): Promise<void> {
  const of = (id: string | undefined) => (id === joined.id ? joined : kept)
  const [named, mailed, called] = [of(choice?.nameOf), of(choice?.emailOf), of(choice?.phoneOf)]
  const isSubjectMoving = kept.subject === null && joined.subject !== null
  const released = { email: null, phone: null }
  await transaction
    .update(users)
    .set({
      ...released,
      phoneVerifiedAt: null,
      joinedInto: kept.id,
      updatedAt: now,
      ...(isSubjectMoving && { subject: null }),
    })
    .where(eq(users.id, joined.id))
  const { firstName, lastName, patronym } = named
  const united = { firstName, lastName, patronym, email: mailed.email, phone: called.phone }
  await transaction
    .update(users)
    .set({
      ...united,
      phoneVerifiedAt: called.phoneVerifiedAt,
      language: kept.language ?? joined.language,
      grade: kept.grade ?? joined.grade,
      lastSignInAt: latestOf(kept.lastSignInAt, joined.lastSignInAt),
      updatedAt: now,
      ...(isSubjectMoving && { subject: joined.subject, issuer: joined.issuer, hasPassword: joined.hasPassword }),
    })
    .where(eq(users.id, kept.id))
  await publishNamesAndContacts(transaction, { userId: joined.id, before: joined, after: released, now })
  await publishNamesAndContacts(transaction, { userId: kept.id, before: kept, after: united, now })
}

function latestOf(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}
