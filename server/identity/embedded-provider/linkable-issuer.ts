import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/env.ts'
import { linkResultPath, signInResultPath } from '#server/identity/link-providers.ts'
import type { LinkProvider } from '#server/identity/link-settings.ts'
import { configurationOf } from './configuration.ts'
import type { ProviderKeys } from './keys.ts'
import { createLinkablePages } from './linkable-pages.ts'
import { linkablePeople } from './linkable-people.ts'
import { createPayloads } from './payloads.ts'
import { createProvider } from './provider-engine.ts'

export type LinkableIssuer = {
  provider: LinkProvider
  /** Answers a request that is this issuer's; false for any other. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
}

const clientId = 'personal-account'

/** A small issuer of its own below `/<name>` of the embedded provider, so that linking, and signing in through what is linked, can be tried without a registration. */
export function createLinkableIssuer({
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
}): LinkableIssuer {
  const path = `/${name}`
  const issuer = `${origin}${path}`
  const home = `${env.PUBLIC_URL}/`
  const signInResult = `${origin}${signInResultPath(name)}`
  const payloads = createPayloads(database, clock)
  const provider = createProvider(
    issuer,
    configurationOf({
      home,
      client: {
        id: clientId,
        secret: keys.clientSecret,
        redirectUris: [`${env.PUBLIC_URL}${linkResultPath(name)}`, signInResult],
      },
      keys,
      adapter: (model) => payloads(`${name} ${model}`),
      cookiePrefix: `idp_${name}`,
      interactionPath: `${path}/interaction`,
      claimsOf: async (subject) => {
        const person = linkablePeople.find(({ login }) => login === subject)
        return person ? { name: person.name, preferred_username: person.login } : null
      },
    }),
    log,
  )
  provider.use(createLinkablePages({ provider, path, name, home, signInResult, log }))
  const answer = provider.callback()

  return {
    provider: { name, issuer, clientId, clientSecret: keys.clientSecret },
    answer(request, response) {
      const url = request.url ?? ''
      if (!url.startsWith(`${path}/`)) return false
      // oidc-provider finds out by `originalUrl` what it is mounted below.
      Object.assign(request, { originalUrl: url, url: url.slice(path.length) })
      void answer(request, response)
      return true
    },
  }
}
