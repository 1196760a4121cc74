import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { confirmSecurityRevert } from '#contract/auth/security-revert.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Locale } from '#contract/enumerations.ts'
import { revokeCodesMadeBy } from '#server/access/revoke-codes.ts'
import type { App } from '#server/app-types.ts'
import { type ExternalAccount, parseCredentialChange } from '#server/auth/credentials/credential-change-notices.ts'
import { findContactHistory } from '#server/auth/credentials/credential-changes.ts'
import { lockDevicesOf, signOutDevices } from '#server/auth/sessions/end-sessions.ts'
import { publishProfileChange } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { accountChanges, knownDevices } from '#server/db/schema/account-security.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { channels } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { allTargets, queueMessage } from '#server/notifications/queue-message.ts'
import { storeNotifications } from '#server/notifications/store-notifications.ts'
import { audit } from '#server/security/audit-log.ts'
import { describeRevertLink, findStoredChange, type StoredChange } from './revert-link.ts'
import { planRevert } from './revert-plan.ts'

/**
 * Security revert: ends all sessions and reverts the change and all later ones, so that an attacker's first change does
 * not protect the others. A repeated request returns the same result.
 */
export async function revertChanges(
  app: App,
  { secret, language, address }: { secret: string; language: Locale; address: string },
): Promise<AnswerOf<typeof confirmSecurityRevert>> {
  const { database, clock } = app
  const now = clock()
  await database.transaction(async (transaction) => {
    const { userId } = await findStoredChange(transaction, secret)
    // Credential changes lock the user row: a concurrent change is either seen below or happens later.
    await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const change = await findStoredChange(transaction, secret)
    if (change.undoneAt || change.expiresAt <= now) return
    const ids = await lockDevicesOf(transaction, userId)
    const ending = { withIdle: true, now, address, reason: 'ended-elsewhere' } as const
    await signOutDevices(transaction, app, { userId, ids, ...ending })
    await revertSince(transaction, app, { change, now })
    await revokeCodesMadeBy(transaction, userId, now)
    await audit(transaction, { at: now, action: 'session.disowned', subjectId: userId })
    await storeNotifications(transaction, now, [{ userId, kind: 'account-secured', values: {} }])
    const restored = await findContactHistory(transaction, { userId, now })
    for (const to of allTargets(restored)) {
      await queueMessage(transaction, {
        to,
        userId,
        category: 'security',
        language,
        now,
        kind: 'account-secured',
        values: {},
      })
    }
  })
  return describeRevertLink(database, { secret, now })
}

async function revertSince(transaction: Database, app: App, { change, now }: { change: StoredChange; now: Date }) {
  const { userId, number } = change
  const since = and(
    eq(accountChanges.userId, userId),
    gte(accountChanges.number, number),
    isNull(accountChanges.undoneAt),
  )
  const changes = await transaction.select().from(accountChanges).where(since).orderBy(asc(accountChanges.number))
  const { unlink, link, contacts, dropsPassword, forgetDevices } = planRevert(changes.map(parseCredentialChange))
  if (unlink.length > 0) {
    await transaction.delete(linkedAccounts).where(and(eq(linkedAccounts.userId, userId), isOneOf(unlink)))
  }
  const lost = await linkAgain(transaction, { userId, accounts: link })
  await transaction.delete(knownDevices).where(inArray(knownDevices.id, forgetDevices))
  await transaction
    .update(accountChanges)
    .set({ undoneAt: now, undoneById: change.id, isLost: isLostAccount(lost) })
    .where(since)
  const [user] = await transaction
    .update(users)
    .set({ ...contacts, ...(dropsPassword && { hasPassword: false }), updatedAt: now })
    .where(eq(users.id, userId))
    .returning({ subject: users.subject })
  await publishProfileChange(transaction, { userId, fields: channels.filter((channel) => channel in contacts), now })
  // Last, because it may call another server: if that fails, the transaction is rolled back and the link still works.
  if (dropsPassword && user?.subject) await requirePasswordStore(app).drop(transaction, { subject: user.subject })
}

/** Links the accounts again, except those that another user has linked meanwhile. */
async function linkAgain(
  transaction: Database,
  { userId, accounts }: { userId: string; accounts: readonly ExternalAccount[] },
): Promise<ExternalAccount[]> {
  if (accounts.length === 0) return []
  const rows = accounts.map((account) => ({ userId, ...account, linkedAt: new Date(account.linkedAt) }))
  await transaction.insert(linkedAccounts).values(rows).onConflictDoNothing()
  const linked = await transaction
    .select()
    .from(linkedAccounts)
    .where(and(eq(linkedAccounts.userId, userId), isOneOf(accounts)))
  return accounts.filter(
    ({ provider, externalSubject }) =>
      !linked.some((one) => one.provider === provider && one.externalSubject === externalSubject),
  )
}

function isOneOf(accounts: readonly ExternalAccount[]) {
  return or(
    ...accounts.map(({ provider, externalSubject }) =>
      and(eq(linkedAccounts.provider, provider), eq(linkedAccounts.externalSubject, externalSubject)),
    ),
  )
}

function isLostAccount(lost: readonly ExternalAccount[]) {
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

function requirePasswordStore({ passwords }: App) {
  return passwords ?? throwProblem('password-kept-elsewhere', 'IAM_PASSWORD_URL is no longer set')
}
