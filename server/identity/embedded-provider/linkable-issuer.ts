import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type OidcProvider from 'oidc-provider'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/env.ts'
import { linkResultPath } from '#server/identity/link-providers.ts'
import type { LinkProvider } from '#server/identity/link-settings.ts'
import { configurationOf } from './configuration.ts'
import { type PageContext, showPage } from './context.ts'
import { readForm } from './form.ts'
import { contentSecurityPolicy } from './frame.ts'
import type { ProviderKeys } from './keys.ts'
import { chooseLanguage } from './language.ts'
import { linkablePage } from './linkable-page.ts'
import { linkablePeople } from './linkable-people.ts'
import { noticePage } from './notice-page.ts'
import { createPayloads } from './payloads.ts'
import { isOwnForm, resumeAs, resumeCancelled } from './resume.ts'

export type LinkableIssuer = {
  provider: LinkProvider
  /** Answers a request that is this issuer's; false for any other. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
}

const clientId = 'personal-account'

/** A small issuer of its own below `/<name>` of the embedded provider, so that linking can be tried without a registration. */
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
  const payloads = createPayloads(database, clock)
  const provider = new Provider(
    issuer,
    configurationOf({
      home,
      client: { id: clientId, secret: keys.clientSecret, redirectUri: `${env.PUBLIC_URL}${linkResultPath(name)}` },
      keys,
      adapter: (model) => payloads(`${name} ${model}`),
      cookiePrefix: `idp_${name}`,
      interactionPath: `${path}/interaction`,
      claimsOf: async (subject) => {
        const person = linkablePeople.find(({ login }) => login === subject)
        return person ? { name: person.name, preferred_username: person.login } : null
      },
    }),
  )
  provider.proxy = env.TRUST_PROXY
  provider.maxIpsCount = 1
  provider.silent = true
  provider.use(createPages({ provider, path, name, home, log }))
  provider.on('server_error', (_context, error) => log.error({ err: error, issuer }, 'the identity provider failed'))
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

function createPages({
  provider,
  path,
  name,
  home,
  log,
}: {
  provider: OidcProvider
  path: string
  name: string
  home: string
  log: FastifyBaseLogger
}) {
  const headers = {
    'content-security-policy': contentSecurityPolicy(new URL(home).origin),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  }

  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    context.set(headers)
    if (context.querystring.includes('%00')) return showNotice(context, 400)
    if (!/^\/interaction\/[\w-]+$/.test(context.path)) return next()
    try {
      await interact(context)
    } catch (error) {
      const isOver = error instanceof Error && error.name === 'SessionNotFound'
      if (!isOver) log.error({ err: error }, 'a page of the identity provider failed')
      showNotice(context, isOver ? 400 : 500)
    }
  }

  async function interact(context: PageContext): Promise<void> {
    const interaction = await provider.interactionDetails(context.req, context.res)
    if (context.method === 'POST') {
      const fields = isOwnForm(context) ? await readForm(context.req) : null
      if (fields?.has('cancel')) return resumeCancelled(provider, context)
      const person = linkablePeople.find(({ login }) => login === fields?.get('login'))
      return person ? resumeAs(provider, context, { interaction, subject: person.login }) : showNotice(context, 400)
    }
    const { ui_locales } = interaction.params
    const language = languageOf(context, typeof ui_locales === 'string' ? ui_locales : undefined)
    showPage(context, 200, linkablePage({ language, home, name, action: `${path}${context.path}` }))
  }

  function showNotice(context: PageContext, status: number): void {
    const notice = status === 500 ? 'failed' : 'expired'
    showPage(context, status, noticePage({ language: languageOf(context), home, notice }))
  }
}

function languageOf(context: PageContext, uiLocales?: string) {
  const { lang } = context.query
  return chooseLanguage({
    asked: typeof lang === 'string' ? lang : undefined,
    uiLocales,
    acceptLanguage: context.get('accept-language'),
  })
}
