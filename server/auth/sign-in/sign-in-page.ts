import { domainToASCII } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { safeReturnPath } from '#contract/auth/return-path.ts'
import type { Locale } from '#contract/enumerations.ts'
import { canonicalEmail } from '#contract/people/contacts.ts'
import type { App } from '#server/app-types.ts'
import { SignInError } from '#server/auth/oidc/sign-in-error.ts'
import type { SignInProvider } from '#server/auth/oidc/sign-in-providers.ts'
import { sessionEndOf } from '#server/auth/sessions/session-plugin.ts'
import { inTheme, pageHeaders } from '#server/html/page-layout.ts'
import { createPageSite } from '#server/html/page-site.ts'
import { goOnPage, providerChoicePage } from '#server/html/provider-choice-page.ts'
import { acceptOnlyForms } from '#server/http/form-bodies.ts'
import { chooseLanguage } from '#server/http/request-language.ts'
import { requestTheme } from '#server/http/request-theme.ts'
import { readLastProvider } from './last-provider.ts'
import { publicStartPath, signInPath, startSignIn } from './sign-in.ts'
import { recordFailureOnTheWay } from './sign-in-failures.ts'

type Values = Record<string, unknown>
/** What the form was sent with, and why it chooses no provider. */
type RefusedEmail = { email: string; failure: 'unknown' | 'invalid' }

/**
 * `/auth/sign-in?provider=staff&from_url=/path` begins a sign-in. With several providers and without a choice it shows a
 * page that offers them; an email chooses the provider of its domain.
 */
export function serveSignInPage(app: App): void {
  const { providers } = app
  const site = createPageSite(app.env)
  const headers = pageHeaders(site)
  const limited = { isVisited: true, limit: 'sign-in' } as const

  app.get<{ Querystring: Values }>(signInPath, { config: limited }, async (request, reply) => {
    const { provider: name } = request.query
    const provider = providers.only ?? (typeof name === 'string' ? providers.byName(name) : null)
    reply.headers(headers)
    if (provider !== null) return reply.redirect(await begin(app, { request, reply, provider }), 303)
    return reply.type('text/html; charset=utf-8').send(await choicePage(request, null))
  })

  app.register(async (scope) => {
    acceptOnlyForms(scope)
    // Another site may begin a sign-in by a link, too.
    const config = { ...limited, acceptsOtherOrigins: true } as const
    scope.post<{ Body: Values | undefined }>(signInPath, { config }, async (request, reply) => {
      const { email: field } = request.body ?? {}
      const typed = typeof field === 'string' ? field : ''
      const email = canonicalEmail(typed)
      const provider = email && providerOfEmail(email)
      reply.headers(headers).type('text/html; charset=utf-8')
      if (!provider) {
        const refused = { email: typed, failure: email ? 'unknown' : 'invalid' } as const
        return reply.code(422).send(await choicePage(request, refused))
      }
      const location = await begin(app, { request, reply, provider, loginHint: email })
      return reply.send(inTheme(goOnPage({ language: languageOf(request), site, location }), requestTheme(request)))
    })
  })

  function providerOfEmail(email: string): SignInProvider | null {
    const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1))
    return providers.all.find(({ domains }) => domains.includes(domain)) ?? null
  }

  async function choicePage(request: FastifyRequest, refused: RefusedEmail | null): Promise<string> {
    const { lang } = request.query as Values
    const language = languageOf(request)
    const kept: Record<string, string> = typeof lang === 'string' ? { lang: language } : {}
    const address = (more: Record<string, string>) =>
      `${signInPath}?${new URLSearchParams({ ...kept, ...more, from_url: returnPathOf(request, app) })}`
    const last = readLastProvider(request, app)
    const offered = last ? [last, ...providers.all.filter((provider) => provider !== last)] : providers.all
    const hasDomains = providers.all.some(({ domains }) => domains.length > 0)
    const page = providerChoicePage({
      language,
      site,
      choices: offered.map(({ name, title }) => ({ name, title, href: address({ provider: name }) })),
      last: last?.name ?? null,
      ended: await sessionEndOf(request, app),
      byEmail: hasDomains ? { action: address({}), email: '', failure: null, ...refused } : null,
      inLanguage: (other) => address({ lang: other }),
      elsewhere: publicStartPath,
    })
    return inTheme(page, requestTheme(request))
  }
}

type Beginning = { request: FastifyRequest; reply: FastifyReply; provider: SignInProvider; loginHint?: string }

/** Where the browser goes on: to the provider, or to the page that explains why the sign-in cannot begin. */
async function begin(app: App, { request, ...chosen }: Beginning): Promise<string> {
  const fromUrl = returnPathOf(request, app)
  try {
    const start = { fromUrl, language: languageOf(request), request, knowsReason: true, ...chosen }
    return (await startSignIn(app, start)).location
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return recordFailureOnTheWay(app, request, { error, fromUrl })
  }
}

/** The language of a link of the page, else that of other pages. */
function languageOf({ query, cookies, headers }: FastifyRequest): Locale {
  return chooseLanguage((query as Values).lang, cookies.lang, headers['accept-language'])
}

export function returnPathOf({ query }: FastifyRequest, { env }: App): string {
  const { from_url: fromUrl } = query as Values
  return safeReturnPath(typeof fromUrl === 'string' ? fromUrl : undefined, env.PUBLIC_URL)
}
