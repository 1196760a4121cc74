import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { linkCallbackPath, signInCallbackPath } from '#server/auth/oidc/link-provider-clients.ts'
import type { LinkProvider } from '#server/auth/oidc/link-provider-settings.ts'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/env.ts'
import { createConfiguration } from '#server/idp/configuration.ts'
import { createOidcProvider } from '#server/idp/create-oidc-provider.ts'
import type { ProviderKeys } from '#server/idp/keys.ts'
import { createOidcAdapter } from '#server/idp/oidc-adapter.ts'
import { demoIssuerPeople } from './demo-issuer-people.ts'
import { createDemoIssuerRoutes } from './demo-issuer-routes.ts'

export type DemoIssuer = {
  provider: LinkProvider
  /** Handles a request for this issuer; false for any other request. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
}

const clientId = 'personal-account'

/**
 * A demo issuer at `/<name>` of the embedded provider, so that account linking works without registering at a real
 * provider.
 */
export function createDemoIssuer({
  name,
  origin,
  env,
  database,
  clock,
  keys,
  log,
}: {
  name: string
  origin: string
  env: Env
  database: Database
  clock: () => Date
  keys: ProviderKeys
  log: FastifyBaseLogger
}): DemoIssuer {
  const path = `/${name}`
  const issuer = `${origin}${path}`
  const home = `${env.PUBLIC_URL}/`
  const signInResult = `${origin}${signInCallbackPath(name)}`
  const payloads = createOidcAdapter(database, clock)
  const provider = createOidcProvider(
    issuer,
    createConfiguration({
      home,
      client: {
        id: clientId,
        secret: keys.clientSecret,
        redirectUris: [`${env.PUBLIC_URL}${linkCallbackPath(name)}`, signInResult],
      },
      keys,
      adapter: (model) => payloads(`${name} ${model}`),
      cookiePrefix: `idp_${name}`,
      interactionPath: `${path}/interaction`,
      claimsOf: async (subject) => {
        const person = demoIssuerPeople.find(({ login }) => login === subject)
        return person ? { name: person.name, preferred_username: person.login } : null
      },
    }),
    log,
  )
  provider.use(createDemoIssuerRoutes({ provider, path, name, home, signInResult, log }))
  const answer = provider.callback()

  return {
    provider: { name, issuer, clientId, clientSecret: keys.clientSecret },
    answer(request, response) {
      const url = request.url ?? ''
      if (!url.startsWith(`${path}/`)) return false
      // oidc-provider derives its mount path from `originalUrl`.
      Object.assign(request, { originalUrl: url, url: url.slice(path.length) })
      void answer(request, response)
      return true
    },
  }
}
