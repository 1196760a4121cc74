import type { FastifyBaseLogger } from 'fastify'
import type Provider from 'oidc-provider'
import { type Notice, noticePage } from '#server/html/notice-page.ts'
import { pageHeaders } from '#server/html/page-layout.ts'
import { chooseLanguage } from '#server/html/preferred-language.ts'
import { readForm } from '#server/idp/form-body.ts'
import { type PageContext, sendPage, setRetryAfter } from '#server/idp/page-context.ts'
import { cancelInteraction, finishInteraction, isSameOriginForm } from '#server/idp/sign-in/finish-interaction.ts'
import { findInvalidText } from '#server/text-validation.ts'
import { demoIssuerPage } from './demo-issuer-page.ts'
import { demoIssuerPeople } from './demo-issuer-people.ts'

/** Serves the account selection page and its form. */
export function createDemoIssuerRoutes({
  provider,
  path,
  name,
  home,
  signInResult,
  log,
}: {
  provider: Provider
  /** Mount path of the issuer. */
  path: string
  name: string
  home: string
  /** Redirect URI of sign-ins; linking uses another one. */
  signInResult: string
  log: FastifyBaseLogger
}) {
  const headers = pageHeaders(home)

  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    context.set(headers)
    if (findInvalidText(context.query).length > 0) return showNotice(context, 400, 'refused')
    try {
      await (/^\/interaction\/[\w-]+$/.test(context.path) ? interact(context) : next())
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return showNotice(context, 400, 'expired')
      log.error({ err: error }, 'a page of the identity provider failed')
      showNotice(context, 500, 'failed')
      return setRetryAfter(context, error)
    }
    if (context.status === 404 && context.accepts('json', 'html') === 'html') showNotice(context, 404, 'notFound')
  }

  async function interact(context: PageContext): Promise<void> {
    const interaction = await provider.interactionDetails(context.req, context.res)
    if (context.method === 'POST') {
      const fields = isSameOriginForm(context) ? await readForm(context.req) : null
      if (fields?.has('cancel')) return cancelInteraction(provider, context)
      const person = demoIssuerPeople.find(({ login }) => login === fields?.get('login'))
      if (!person) return showNotice(context, 400, 'refused')
      return finishInteraction(provider, context, { interaction, subject: person.login, by: 'sign-in.demo' })
    }
    const { ui_locales, redirect_uri } = interaction.params
    const purpose = redirect_uri === signInResult ? 'signIn' : 'link'
    const language = languageOf(context, typeof ui_locales === 'string' ? ui_locales : undefined)
    sendPage(context, 200, demoIssuerPage({ language, home, name, purpose, action: `${path}${context.path}` }))
  }

  function showNotice(context: PageContext, status: number, notice: Notice): void {
    sendPage(context, status, noticePage({ language: languageOf(context), home, notice }))
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
