import { and, asc, desc, eq } from 'drizzle-orm'
import type { getSecurityRevert } from '#contract/auth/security-revert.ts'
import type { AnswerOf } from '#contract/call.ts'
import { maskContact } from '#server/auth/codes/one-time-code-rules.ts'
import { parseCredentialChange } from '#server/auth/credentials/credential-change-notices.ts'
import type { Database } from '#server/db/client.ts'
import { accountChanges } from '#server/db/schema/account-security.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { hashToken } from '#server/security/tokens.ts'

export type StoredChange = typeof accountChanges.$inferSelect

export async function findStoredChange(database: Database, secret: string): Promise<StoredChange> {
  const [change] = await database
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.secretHash, hashToken(secret)))
  return change ?? throwProblem('not-found', 'Unknown revert link')
}

/** State of a revert link and the changes it has reverted. */
export async function describeRevertLink(
  database: Database,
  { secret, now }: { secret: string; now: Date },
): Promise<AnswerOf<typeof getSecurityRevert>> {
  const change = await findStoredChange(database, secret)
  const { userId, undoneById } = change
  const state = undoneById ? 'done' : change.expiresAt <= now ? 'expired' : 'open'
  return {
    state,
    change: describeChange(change),
    reverted: undoneById ? await findRevertedChanges(database, { userId, undoneById }) : [],
    // Not shown after expiry: an old notice may be found by others.
    signInMethods: undoneById && change.expiresAt > now ? await findSignInMethods(database, userId) : null,
  }
}

async function findSignInMethods(database: Database, userId: string) {
  const { hasPassword } = users
  const [person] = await database.select({ hasPassword }).from(users).where(eq(users.id, userId))
  const { provider } = linkedAccounts
  const accounts = await database
    .selectDistinct({ provider })
    .from(linkedAccounts)
    .where(eq(linkedAccounts.userId, userId))
    .orderBy(asc(provider))
  return { hasPassword: person?.hasPassword ?? false, accounts: accounts.map((account) => account.provider) }
}

async function findRevertedChanges(database: Database, { userId, undoneById }: { userId: string; undoneById: string }) {
  const reverted = await database
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.userId, userId), eq(accountChanges.undoneById, undoneById)))
    .orderBy(desc(accountChanges.number))
  return reverted.map((change) => ({ ...describeChange(change), isLost: change.isLost }))
}

function describeChange(change: StoredChange) {
  return { kind: change.kind, at: change.at.toISOString(), subject: changeSubject(change) }
}

function changeSubject(stored: StoredChange): string | null {
  const change = parseCredentialChange(stored)
  switch (change.kind) {
    case 'account-linked':
    case 'account-unlinked':
      return change.provider
    case 'email-changed':
    case 'phone-changed':
    case 'phone-confirmed':
      return maskContact(change.now)
    case 'new-device':
      return [change.device, change.address].filter(Boolean).join(', ') || null
    default:
      return null
  }
}
