import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/env.ts'
import { createLinkClients, signInResultPath } from '#server/identity/link-providers.ts'
import type { LinkProvider } from '#server/identity/link-settings.ts'
import type { PasswordKeeper } from '#server/identity/password-keeper.ts'
import { StartFailure } from '#server/start-failure.ts'
import type { EndProviderSessions } from '#server/surroundings.ts'
import { settleForwarded, trustOf } from '#server/visitor-address.ts'
import { findAccount } from './accounts.ts'
import { configurationOf } from './configuration.ts'
import { readKeys } from './keys.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { createLinkableIssuer } from './linkable-issuer.ts'
import { createPages } from './pages.ts'
import { createPasswordSignIn } from './password-sign-in.ts'
import { createEmbeddedPasswords } from './passwords.ts'
import { createPayloads, forgetExpiredPayloads, forgetPayloadsOf } from './payloads.ts'
import { createProvider } from './provider-engine.ts'
import { forgetRecoveries } from './recovery-limits.ts'
import { createSignInTries } from './sign-in-tries.ts'

export type EmbeddedProvider = {
  issuer: string
  clientSecret: string
  /** The demo's providers whose accounts can be linked. */
  links: LinkProvider[]
  passwords: PasswordKeeper
  endSessions: EndProviderSessions
  close(): Promise<void>
}

const sweepEvery = 60 * 60_000

/** Starts the identity provider that comes with the product, on IDP_PORT: a real one, and a program apart in all but process. */
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
  const keys = await readKeys(database)
  const home = `${env.PUBLIC_URL}/`
  const clientSecret = env.OIDC_CLIENT_SECRET ?? keys.clientSecret
  const provider = createProvider(
    issuer,
    configurationOf({
      home,
      client: { id: env.OIDC_CLIENT_ID, secret: clientSecret, redirectUris: [`${env.PUBLIC_URL}/auth/oauth-result`] },
      keys,
      adapter: createPayloads(database, clock),
      cookiePrefix: 'idp',
      interactionPath: '/interaction',
      claimsOf: (subject) => claimsOf(database, subject),
    }),
    log,
  )
  const linkable = linkableNames(env).map((name) =>
    createLinkableIssuer({ name, origin: issuer, env, database, clock, keys, log }),
  )
  const played = linkable.map((one) => one.provider)
  const common = { publicUrl: issuer, clock, log }
  const links = createLinkClients(inOrder([...env.LINKS, ...played], env), common, signInResultPath)
  const knownBrowsers = createKnownBrowsers({ key: keys.knownBrowserKey, issuer, clock })
  const tries = createSignInTries({ database, clock, env })
  const signInBy = createPasswordSignIn({ database, clock, tries, knownBrowsers })
  const own = { provider, database, clock, knownBrowsers, signInBy, key: keys.cookieKey, links, log }
  provider.use(createPages({ ...own, home, demo: env.DEMO, env }))
  const answer = provider.callback()
  const trust = trustOf(env.TRUST_PROXY)
  server.on('request', (request, response) => {
    settleForwarded(request, trust)
    if (!linkable.some((other) => other.answer(request, response))) void answer(request, response)
  })

  const sweep = () =>
    Promise.all([forgetExpiredPayloads(database, clock()), forgetRecoveries(database, clock())]).catch((error) =>
      log.warn({ err: error }, 'expired sign-ins stay for now'),
    )
  await sweep()
  const sweeper = setInterval(sweep, sweepEvery).unref()

  return {
    issuer,
    clientSecret,
    links: played,
    passwords: createEmbeddedPasswords(database, clock),
    endSessions: forgetPayloadsOf,
    close: () => {
      clearInterval(sweeper)
      return close(server)
    },
  }
}

/** Those that are named and not configured. Real people have real accounts to link, hence only in the demo. */
function linkableNames({ DEMO, LINK_PROVIDERS, LINKS }: Env): string[] {
  return DEMO ? LINK_PROVIDERS.filter((name) => !LINKS.some((configured) => configured.name === name)) : []
}

/** As the profile lists them. */
function inOrder(providers: readonly LinkProvider[], { LINK_PROVIDERS }: Env): LinkProvider[] {
  return LINK_PROVIDERS.flatMap((name) => providers.filter((provider) => provider.name === name))
}

/** The school itself has written the addresses of its accounts down. */
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
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${IDP_PORT} is taken: set IDP_PORT to a free one.`,
    EACCES: `Port ${IDP_PORT} needs rights this process lacks: set IDP_PORT above 1023.`,
    ENOTFOUND: `HOST: ${HOST} is no address of this machine.`,
    EADDRNOTAVAIL: `HOST: ${HOST} is no address of this machine.`,
  }
  const reason = reasons[error.code ?? '']
  return reason ? new StartFailure(reason) : error
}

/** Port 0 takes a free one, which only the server knows. */
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
