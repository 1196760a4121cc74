import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { EndProviderSessions } from '#server/app-types.ts'
import type { PasswordStore } from '#server/auth/credentials/password-store.ts'
import { createLinkProviderClients, signInCallbackPath } from '#server/auth/oidc/client.ts'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/environment/env.ts'
import type { LinkProvider } from '#server/environment/oidc-settings.ts'
import { createPageSite } from '#server/html/page-site.ts'
import { createTrustFunction, normalizeForwardedHeaders } from '#server/http/trust-proxy.ts'
import { listenError } from '#server/terminal/startup-error.ts'
import { findAccount } from './accounts/accounts.ts'
import { demoBankOrigin } from './bank/bank-addresses.ts'
import { createDemoBank, type DemoBank } from './bank/demo-bank.ts'
import { createKnownBrowsers } from './interactions/known-browsers.ts'
import { createPreparedSignIn } from './interactions/prepared-sign-in.ts'
import { createDemoIssuer } from './linking/demo-issuer.ts'
import { createLocalPasswordStore } from './local-password-store.ts'
import { createOidcProvider } from './protocol/configuration.ts'
import { loadProviderKeys } from './protocol/keys.ts'
import { createOidcAdapter, deletePayloadsOfAccount } from './protocol/oidc-adapter.ts'
import { createRequestHandler } from './request-handler.ts'
import { createAttemptLimits, createPasswordSignIn } from './sign-in/password-sign-in.ts'

export type EmbeddedProvider = {
  issuer: string
  clientSecret: string
  /** Link providers emulated in the demo. */
  links: LinkProvider[]
  /** The bank of the demo; null with a payment provider. */
  bank: DemoBank['settings'] | null
  passwords: PasswordStore
  endSessions: EndProviderSessions
  close(): Promise<void>
}

/**
 * Starts the embedded OpenID provider on IDP_PORT. It shares only the process and the database with the application.
 */
export async function startEmbeddedProvider({
  env,
  database,
  clock,
  log,
}: {
  env: Env
  database: Database
  clock: () => Date
  log: FastifyBaseLogger
}): Promise<EmbeddedProvider> {
  const server = createServer({ requestTimeout: 15_000, headersTimeout: 10_000 })
  await listen(server, env)
  const issuer = issuerOf(server, env)
  const keys = await loadProviderKeys(database)
  const site = createPageSite(env)
  const clientSecret = env.OIDC_CLIENT_SECRET ?? keys.clientSecret
  const provider = createOidcProvider(
    issuer,
    {
      site,
      client: { id: env.OIDC_CLIENT_ID, secret: clientSecret, redirectUris: [`${env.PUBLIC_URL}/auth/oauth-result`] },
      keys,
      adapter: createOidcAdapter(database, clock),
      cookiePrefix: 'idp',
      interactionPath: '/interaction',
      claimsOf: (subject) => claimsOf(database, subject),
    },
    log,
  )
  const linkable = linkableNames(env).map((name) =>
    createDemoIssuer({ name, origin: issuer, env, database, clock, keys, log }),
  )
  const played = linkable.map((one) => one.provider)
  const common = { publicUrl: issuer, clock, log }
  const links = createLinkProviderClients(inOrder([...env.LINKS, ...played], env), common, signInCallbackPath)
  const knownBrowsers = createKnownBrowsers({ key: keys.knownBrowserKey, issuer, clock })
  const prepared = createPreparedSignIn({ key: keys.knownBrowserKey, issuer, clock })
  const tries = createAttemptLimits({ database, clock, env })
  const signInBy = createPasswordSignIn({ database, clock, tries, knownBrowsers })
  const own = { provider, database, clock, knownBrowsers, prepared, signInBy, key: keys.cookieKey, links, log }
  const bank =
    env.DEMO && demoBankOrigin(env) !== null
      ? createDemoBank({
          database,
          clock,
          site,
          origin: issuer,
          log,
          secretKey: keys.bankKey,
          confirmationSeconds: env.DEMO_PAYMENT_SECONDS,
          notificationUrl: `${env.PUBLIC_URL}/api/v1/payment-notification/yookassa`,
        })
      : null
  provider.use(createRequestHandler({ ...own, bank, site, demo: env.DEMO, env }))
  const answer = provider.callback()
  const trust = createTrustFunction(env.TRUST_PROXY)
  server.on('request', (request, response) => {
    normalizeForwardedHeaders(request, trust)
    if (issuer.startsWith('https:')) {
      // Whatever the proxy says, so that cookies are Secure.
      request.headers['x-forwarded-proto'] = 'https'
      response.setHeader('strict-transport-security', 'max-age=31536000')
    }
    if (!linkable.some((other) => other.answer(request, response))) void answer(request, response)
  })

  return {
    issuer,
    clientSecret,
    links: played,
    bank: bank?.settings ?? null,
    passwords: createLocalPasswordStore(database, clock),
    endSessions: deletePayloadsOfAccount,
    close: () => close(server),
  }
}

/** Link providers without configuration, emulated only in the demo. */
function linkableNames({ DEMO, LINK_PROVIDERS, LINKS }: Env): string[] {
  return DEMO ? LINK_PROVIDERS.filter((name) => !LINKS.some((configured) => configured.name === name)) : []
}

/** In the order of LINK_PROVIDERS, as the profile shows them. */
function inOrder(providers: readonly LinkProvider[], { LINK_PROVIDERS }: Env): LinkProvider[] {
  return LINK_PROVIDERS.flatMap((name) => providers.filter((provider) => provider.name === name))
}

/** Email addresses are verified: the school has entered them. */
async function claimsOf(database: Database, subject: string): Promise<Record<string, string | boolean> | null> {
  const account = await findAccount(database, subject)
  return account && { name: account.name, ...(account.email && { email: account.email, email_verified: true }) }
}

function listen(server: Server, { IDP_PORT, HOST }: Pick<Env, 'IDP_PORT' | 'HOST'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(failureToListen(error, { IDP_PORT, HOST })))
    server.listen(IDP_PORT, HOST, resolve)
  })
}

function failureToListen(error: NodeJS.ErrnoException, { IDP_PORT, HOST }: Pick<Env, 'IDP_PORT' | 'HOST'>): Error {
  return listenError(error, { variable: 'IDP_PORT', port: IDP_PORT, host: HOST }) ?? error
}

/** With port 0 the actual port is known only after listening. */
function issuerOf(server: Server, { IDP_PORT, IDP_PUBLIC_URL }: Env): string {
  return IDP_PORT === 0 ? `http://localhost:${(server.address() as AddressInfo).port}` : IDP_PUBLIC_URL
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 1000).unref()
  })
}
