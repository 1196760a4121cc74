import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { serviceAccounts, serviceTokens } from '#server/db/schema/integration.ts'
import { audit } from '#server/security/audit-log.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'

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
        name,
        source,
        clientId,
        expiresAt,
        createdAt: now,
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

/** An account that has not been revoked, by its name or its id. */
type AccountKey = { name: string } | { id: string }

/** Ends the account and its tokens at once. False if there is no such account. */
export async function revokeServiceAccount(database: Database, key: AccountKey, now: Date): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const revoked = await changeAccount(transaction, key, { revokedAt: now })
    if (!revoked) return false
    const detail = revoked.name
    await audit(transaction, { at: now, action: 'integration.account-revoked', subjectId: null, detail })
    return true
  })
}

/** Gives the account a new secret; the former one and its tokens end. Null if there is no such account. */
export async function renewSecret(database: Database, key: AccountKey, now: Date): Promise<Credentials | null> {
  const clientSecret = createToken()
  return database.transaction(async (transaction) => {
    const renewed = await changeAccount(transaction, key, { secretHash: hashToken(clientSecret) })
    if (!renewed) return null
    const { name, clientId } = renewed
    await audit(transaction, { at: now, action: 'integration.account-secret', subjectId: null, detail: name })
    return { clientId, clientSecret }
  })
}

async function changeAccount(
  transaction: Database,
  key: AccountKey,
  set: { revokedAt: Date } | { secretHash: string },
) {
  const isThis = 'id' in key ? eq(serviceAccounts.id, key.id) : eq(serviceAccounts.name, key.name)
  const [changed] = await transaction
    .update(serviceAccounts)
    .set(set)
    .where(and(isThis, isNull(serviceAccounts.revokedAt)))
    .returning({ id: serviceAccounts.id, name: serviceAccounts.name, clientId: serviceAccounts.clientId })
  if (changed) await transaction.delete(serviceTokens).where(eq(serviceTokens.accountId, changed.id))
  return changed
}

export async function listServiceAccounts(database: Database) {
  const { id, name, source, clientId, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = serviceAccounts
  return database
    .select({ id, name, source, clientId, scopes, createdAt, expiresAt, lastUsedAt, revokedAt })
    .from(serviceAccounts)
    .orderBy(asc(name))
}
