import { lte } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import type { App } from '#server/app-types.ts'
import { LogoutTokenRefused, LogoutTokenUnverified } from '#server/auth/oidc/logout-token.ts'
import type { SignInProvider } from '#server/auth/oidc/sign-in-providers.ts'
import { endProviderSession } from '#server/auth/sessions/end-sessions.ts'
import type { Database } from '#server/db/client.ts'
import { usedLogoutTokens } from '#server/db/schema/identity.ts'
import { acceptOnlyForms } from '#server/http/form-bodies.ts'
import { hashToken } from '#server/security/tokens.ts'

const backchannelLogoutPath = '/auth/backchannel-logout'

/**
 * OpenID Connect Back-Channel Logout 1.0: an external provider ends a session, or all sessions of an account, that it has
 * ended itself. The answer never says whether there was a session.
 */
export function serveBackchannelLogout(app: App): void {
  app.register(async (scope) => {
    acceptOnlyForms(scope)
    const config = { access: { who: 'anyone' }, acceptsOtherOrigins: true, limit: 'provider-logout' } as const
    scope.post<{ Body: { logout_token?: string | string[] } | undefined }>(
      backchannelLogoutPath,
      { config },
      async ({ body, ip, log }, reply) => {
        reply.header('cache-control', 'no-store')
        try {
          const ended = await endSessionsOf(app, [body?.logout_token ?? []].flat(), ip)
          log.info({ ended }, 'the identity provider has ended sessions')
          return reply.code(200).send()
        } catch (error) {
          if (!(error instanceof LogoutTokenRefused || error instanceof LogoutTokenUnverified)) throw error
          log.warn({ reason: error.message, err: error.cause }, 'a logout token of the identity provider was refused')
          return reply.code(400).send({ error: 'invalid_request', error_description: error.message })
        }
      },
    )
  })
}

async function endSessionsOf(app: App, [token, ...more]: readonly string[], address: string): Promise<number> {
  if (token === undefined || more.length > 0) throw new LogoutTokenRefused('logout_token is missing')
  const { issuer, client } = providerOf(app, token)
  const { id, subject, sessionId, expiresAt } = await client.readLogoutToken(token)
  return app.database.transaction(async (transaction) => {
    await consume(transaction, { tokenHash: hashToken(`${issuer} ${id}`), expiresAt })
    return endProviderSession(transaction, { issuer, subject, sessionId }, { now: app.clock(), address })
  })
}

/** The external provider that the token names; whether it is from there is verified afterwards. */
function providerOf({ providers }: App, token: string): SignInProvider {
  const provider = providers.byIssuer(issuerOf(token))
  if (!provider || provider.isEmbedded) throw new LogoutTokenRefused('iss is not a provider of this server')
  return provider
}

function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    throw new LogoutTokenRefused('logout_token is not a signed JWT')
  }
}

export async function deleteExpiredLogoutTokens(database: Database, now: Date): Promise<void> {
  await database.delete(usedLogoutTokens).where(lte(usedLogoutTokens.expiresAt, now))
}

/** A token works once. With the effect in one transaction, so that a failure leaves it unused. */
async function consume(transaction: Database, token: { tokenHash: string; expiresAt: Date }): Promise<void> {
  const [stored] = await transaction.insert(usedLogoutTokens).values(token).onConflictDoNothing().returning()
  if (!stored) throw new LogoutTokenRefused('the token was used before')
}
