import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { App, ServiceAccount } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { serviceAccounts, serviceTokens } from '#server/db/schema/integration.ts'
import { isValidText } from '#server/http/text-validation.ts'
import { createToken, hashToken, isToken } from '#server/security/tokens.ts'
import { isUntil, timeLeft } from '#server/time/time-left.ts'
import { isGranted } from './scopes.ts'

/** Seconds. */
export const tokenLifetime = 60 * 60

type KnownClient = { id: string; name: string; scopes: string[] }

/** The account of a client id and its secret; null if either is wrong, or the account has ended. */
export async function authenticateClient(
  database: Database,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  now: Date,
): Promise<KnownClient | null> {
  if (!isValidText(clientId)) return null
  const { id, name, scopes, secretHash } = serviceAccounts
  const [account] = await database
    .select({ id, name, scopes, secretHash })
    .from(serviceAccounts)
    .where(and(eq(serviceAccounts.clientId, clientId), isActive(now)))
  const [given, stored] = [hashToken(clientSecret), account?.secretHash ?? hashToken('')].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer]
  return account && timingSafeEqual(given, stored) ? account : null
}

export async function issueServiceToken(
  database: Database,
  { accountId, scopes }: { accountId: string; scopes: string[] },
  now: Date,
): Promise<string> {
  const token = createToken()
  const expiresAt = new Date(now.getTime() + tokenLifetime * 1000)
  await database.insert(serviceTokens).values({ tokenHash: hashToken(token), accountId, scopes, expiresAt })
  return token
}

export async function deleteExpiredServiceTokens(database: Database, now: Date): Promise<void> {
  await database.delete(serviceTokens).where(lte(serviceTokens.expiresAt, now))
}

/** Milliseconds between two notes of the last use. */
const useInterval = 60_000

/** The account of a token; null if the token or the account has ended. Notes the use. */
async function findServiceAccount(database: Database, token: string, now: Date): Promise<ServiceAccount | null> {
  const [found] = await database
    .select({
      id: serviceAccounts.id,
      name: serviceAccounts.name,
      source: serviceAccounts.source,
      scopes: serviceTokens.scopes,
      lastUsedAt: serviceAccounts.lastUsedAt,
    })
    .from(serviceTokens)
    .innerJoin(serviceAccounts, eq(serviceAccounts.id, serviceTokens.accountId))
    .where(
      and(
        eq(serviceTokens.tokenHash, hashToken(token)),
        isUntil(serviceTokens.expiresAt, tokenLifetime * 1000, now),
        isActive(now),
      ),
    )
  if (!found) return null
  const { id, name, source, scopes, lastUsedAt } = found
  if (timeLeft(lastUsedAt ?? new Date(0), useInterval, now) === null)
    await database.update(serviceAccounts).set({ lastUsedAt: now }).where(eq(serviceAccounts.id, id))
  return { id, name, source, may: (collection, right) => isGranted(scopes, collection, right) }
}

function isActive(now: Date) {
  const { expiresAt, revokedAt } = serviceAccounts
  return and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now)))
}

/** Sets `request.service` from the Bearer token of a route for programs. */
export function authenticateServices(app: App): void {
  app.decorateRequest('service', null)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access?.who !== 'service') return
    const [, token = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
    if (isToken(token)) request.service = await findServiceAccount(app.database, token, app.clock())
  })
}
