import { and, asc, eq, isNull } from 'drizzle-orm'
import { audit } from '#server/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import { serviceAccounts, serviceTokens } from '#server/db/schema/integration.ts'
import { createToken, hashToken } from '#server/tokens.ts'

type NewAccount = { name: string; source: string; scopes: readonly string[]; expiresAt: Date | null }
export type Credentials = { clientId: string; clientSecret: string }

/** Makes an account. Only here the secret is known: its hash is stored. Null if the name is taken. */
export async function createServiceAccount(
  database: Database,
  { name, source, scopes, expiresAt }: NewAccount,
  now: Date,
): Promise<Credentials | null> {
  const credentials = { clientId: `svc_${createToken(12)}`, clientSecret: createToken() }
  const { clientId, clientSecret } = credentials
  return database.transaction(async (transaction) => {
    const made = await transaction
      .insert(serviceAccounts)
      .values({
        ...{ name, source, clientId, expiresAt, createdAt: now },
        secretHash: hashToken(clientSecret),
        scopes: [...scopes],
      })
      .onConflictDoNothing()
      .returning({ id: serviceAccounts.id })
    if (made.length === 0) return null
    const detail = `${name}: ${scopes.join(', ')}`
    await audit(transaction, { at: now, action: 'integration.account-created', subjectId: null, detail })
    return credentials
  })
}

/** Ends the account and its tokens at once. False if there is no such account. */
export async function revokeServiceAccount(database: Database, name: string, now: Date): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [revoked] = await transaction
      .update(serviceAccounts)
      .set({ revokedAt: now })
      .where(and(eq(serviceAccounts.name, name), isNull(serviceAccounts.revokedAt)))
      .returning({ id: serviceAccounts.id })
    if (!revoked) return false
    await transaction.delete(serviceTokens).where(eq(serviceTokens.accountId, revoked.id))
    await audit(transaction, { at: now, action: 'integration.account-revoked', subjectId: null, detail: name })
    return true
  })
}

export async function listServiceAccounts(database: Database) {
  const { name, source, clientId, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = serviceAccounts
  return database
    .select({ name, source, clientId, scopes, createdAt, expiresAt, lastUsedAt, revokedAt })
    .from(serviceAccounts)
    .orderBy(asc(name))
}
