import type { FastifyBaseLogger } from 'fastify'
import type Provider from 'oidc-provider'
import { unstorableIn } from '#server/storable.ts'
import { type PageContext, sayWhetherAway, showPage } from './context.ts'
import { readForm } from './form.ts'
import { pageHeaders } from './frame.ts'
import { chooseLanguage } from './language.ts'
import { linkablePage } from './linkable-page.ts'
import { linkablePeople } from './linkable-people.ts'
import { type Notice, noticePage } from './notice-page.ts'
import { isOwnForm, resumeAs, resumeCancelled } from './resume.ts'

/** The page on which one chooses an account, and its form. */
export function createLinkablePages({
  provider,
  path,
  name,
  home,
  signInResult,
  log,
}: {
  provider: Provider
  /** Where the issuer is mounted. */
  path: string
  name: string
  home: string
  /** Where whoever signs in is sent; whoever links an account goes elsewhere. */
  signInResult: string
  log: FastifyBaseLogger
}) {
  const headers = pageHeaders(home)

  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    context.set(headers)
    if (unstorableIn(context.query).length > 0) return showNotice(context, 400, 'refused')
    try {
      await (/^\/interaction\/[\w-]+$/.test(context.path) ? interact(context) : next())
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return showNotice(context, 400, 'expired')
      log.error({ err: error }, 'a page of the identity provider failed')
      showNotice(context, 500, 'failed')
      return sayWhetherAway(context, error)
    }
    if (context.status === 404 && context.accepts('json', 'html') === 'html') showNotice(context, 404, 'notFound')
  }

  async function interact(context: PageContext): Promise<void> {
    const interaction = await provider.interactionDetails(context.req, context.res)
    if (context.method === 'POST') {
      const fields = isOwnForm(context) ? await readForm(context.req) : null
      if (fields?.has('cancel')) return resumeCancelled(provider, context)
      const person = linkablePeople.find(({ login }) => login === fields?.get('login'))
      if (!person) return showNotice(context, 400, 'refused')
      return resumeAs(provider, context, { interaction, subject: person.login, by: 'sign-in.demo' })
    }
    const { ui_locales, redirect_uri } = interaction.params
    const purpose = redirect_uri === signInResult ? 'signIn' : 'link'
    const language = languageOf(context, typeof ui_locales === 'string' ? ui_locales : undefined)
    showPage(context, 200, linkablePage({ language, home, name, purpose, action: `${path}${context.path}` }))
  }

  function showNotice(context: PageContext, status: number, notice: Notice): void {
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
