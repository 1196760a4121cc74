import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/call.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { confirmNotMe } from '#contract/not-me.ts'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { accountChanges, knownDevices } from '#server/db/schema/ways-in.ts'
import { placesOf, queueMessage } from '#server/delivery/queue.ts'
import { audit } from '#server/identity/audit.ts'
import { lockDevicesOf, signOutDevices } from '#server/identity/ended-sessions.ts'
import { addressesOf } from '#server/identity/ways-in.ts'
import { changeIn, type ExternalAccount } from '#server/identity/ways-in-rules.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { type Change, changeOf, letterWith } from './letter.ts'
import { undoingOf } from './rules.ts'

/**
 * «It was not me»: whoever got in is out everywhere, and the change is taken back together with all that came after it,
 * so that nothing of what a thief does first keeps the letter from undoing the rest. A second time it says what was done.
 */
export async function undo(
  app: App,
  { secret, language, address }: { secret: string; language: Locale; address: string },
): Promise<AnswerOf<typeof confirmNotMe>> {
  const { database, clock } = app
  const now = clock()
  await database.transaction(async (transaction) => {
    const { userId } = await changeOf(transaction, secret)
    // Whatever changes a way in holds the person's row as well: it is either seen below or comes after.
    await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const change = await changeOf(transaction, secret)
    if (change.undoneAt || change.expiresAt <= now) return
    const ids = await lockDevicesOf(transaction, userId)
    await signOutDevices(transaction, app, { userId, ids, now, address, reason: 'ended-elsewhere' })
    await takeBack(transaction, app, { change, now })
    await audit(transaction, { at: now, action: 'session.disowned', subjectId: userId })
    const restored = await addressesOf(transaction, { userId, now })
    for (const to of placesOf(restored)) {
      await queueMessage(transaction, { to, kind: 'account-secured', language, values: {}, now })
    }
  })
  return letterWith(database, { secret, now })
}

async function takeBack(transaction: Database, app: App, { change, now }: { change: Change; now: Date }) {
  const { userId, number } = change
  const since = and(
    eq(accountChanges.userId, userId),
    gte(accountChanges.number, number),
    isNull(accountChanges.undoneAt),
  )
  const changes = await transaction.select().from(accountChanges).where(since).orderBy(asc(accountChanges.number))
  const { unlink, link, contacts, dropsPassword, forgetDevices } = undoingOf(changes.map(changeIn))
  if (unlink.length > 0) {
    await transaction.delete(linkedAccounts).where(and(eq(linkedAccounts.userId, userId), isOneOf(unlink)))
  }
  const lost = await linkAgain(transaction, { userId, accounts: link })
  await transaction.delete(knownDevices).where(inArray(knownDevices.id, forgetDevices))
  await transaction
    .update(accountChanges)
    .set({ undoneAt: now, undoneById: change.id, isLost: isLostAmong(lost) })
    .where(since)
  const [user] = await transaction
    .update(users)
    .set({ ...contacts, ...(dropsPassword && { hasPassword: false }), updatedAt: now })
    .where(eq(users.id, userId))
    .returning({ subject: users.subject })
  // Last, since it may be asked of another server: when that fails, nothing was done and the link is still good.
  if (dropsPassword && user?.subject) await keeperOf(app).drop(transaction, { subject: user.subject })
}

/** It was proved to be the person's before; what somebody else has linked meanwhile stays theirs. */
async function linkAgain(
  transaction: Database,
  { userId, accounts }: { userId: string; accounts: readonly ExternalAccount[] },
): Promise<ExternalAccount[]> {
  if (accounts.length === 0) return []
  const rows = accounts.map((account) => ({ userId, ...account, linkedAt: new Date(account.linkedAt) }))
  await transaction.insert(linkedAccounts).values(rows).onConflictDoNothing()
  const theirs = await transaction
    .select()
    .from(linkedAccounts)
    .where(and(eq(linkedAccounts.userId, userId), isOneOf(accounts)))
  return accounts.filter(
    ({ provider, externalSubject }) =>
      !theirs.some((one) => one.provider === provider && one.externalSubject === externalSubject),
  )
}

function isOneOf(accounts: readonly ExternalAccount[]) {
  return or(
    ...accounts.map(({ provider, externalSubject }) =>
      and(eq(linkedAccounts.provider, provider), eq(linkedAccounts.externalSubject, externalSubject)),
    ),
  )
}

function isLostAmong(lost: readonly ExternalAccount[]) {
  const { kind, details } = accountChanges
  const of = lost.map(({ provider, externalSubject }) =>
    and(
      eq(kind, 'account-unlinked'),
      sql`${details} ->> 'provider' = ${provider}`,
      sql`${details} ->> 'externalSubject' = ${externalSubject}`,
    ),
  )
  return of.length === 0 ? false : sql<boolean>`${or(...of)}`
}

function keeperOf({ passwords }: App) {
  return passwords ?? refuse('password-kept-elsewhere', 'IAM_PASSWORD_URL is not set any more')
}
