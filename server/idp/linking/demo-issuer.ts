import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { linkCallbackPath, signInCallbackPath } from '#server/auth/oidc/client.ts'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/environment/env.ts'
import type { LinkProvider } from '#server/environment/oidc-settings.ts'
import { createPageSite } from '#server/html/page-site.ts'
import { cancelInteraction, finishInteraction } from '#server/idp/interactions/interaction.ts'
import {
  languageOf,
  type PageContext,
  readForm,
  sendNotice,
  sendPage,
  servePages,
} from '#server/idp/interactions/page-context.ts'
import { createOidcProvider } from '#server/idp/protocol/configuration.ts'
import type { ProviderKeys } from '#server/idp/protocol/keys.ts'
import { createOidcAdapter } from '#server/idp/protocol/oidc-adapter.ts'
import { demoIssuerPage, demoIssuerPeople } from './demo-issuer-page.ts'

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
  const site = createPageSite(env)
  const signInResult = `${origin}${signInCallbackPath(name)}`
  const payloads = createOidcAdapter(database, clock)
  const provider = createOidcProvider(
    issuer,
    {
      site,
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
    },
    log,
  )
  provider.use(
    servePages({
      provider,
      site,
      log,
      serve: (context, next) => (/^\/interaction\/[\w-]+$/.test(context.path) ? chooseAccount(context) : next()),
    }),
  )
  const answer = provider.callback()

  /** Serves the account selection page and its form. */
  async function chooseAccount(context: PageContext): Promise<void> {
    const interaction = await provider.interactionDetails(context.req, context.res)
    if (context.method === 'POST') {
      const fields = await readForm(context)
      if (fields?.has('cancel')) return cancelInteraction(provider, context)
      const person = demoIssuerPeople.find(({ login }) => login === fields?.get('login'))
      if (!person) return sendNotice(context, 400, 'refused', site)
      return finishInteraction(provider, context, { interaction, subject: person.login, by: 'sign-in.demo' })
    }
    const purpose = interaction.params.redirect_uri === signInResult ? 'signIn' : 'link'
    const language = languageOf(context, interaction)
    sendPage(context, 200, demoIssuerPage({ language, site, name, purpose, action: `${path}${context.path}` }))
  }

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
