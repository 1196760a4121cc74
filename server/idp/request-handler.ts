import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '#server/env.ts'
import { type Notice, noticePage } from '#server/html/notice-page.ts'
import { pageHeaders } from '#server/html/page-layout.ts'
import { chooseLanguage } from '#server/html/preferred-language.ts'
import { consume } from '#server/limits/counters.ts'
import { networkOfAddress } from '#server/limits/network.ts'
import { runWithVisitorContext } from '#server/request-context.ts'
import { findInvalidText } from '#server/text-validation.ts'
import { createLinkedSignIn, type LinkedSignInOptions } from './linking/linked-sign-in.ts'
import { createOutbox } from './outbox.ts'
import { oidcContext, type PageContext, sendPage, setRetryAfter } from './page-context.ts'
import { createRecovery } from './recovery/recovery.ts'
import { createInteraction, type InteractionOptions } from './sign-in/interaction.ts'
import type { KnownBrowsers } from './sign-in/known-browsers.ts'

type PagesOptions = {
  log: FastifyBaseLogger
  knownBrowsers: KnownBrowsers
  env: Pick<Env, 'PUBLIC_URL' | 'TIME_ZONE' | 'SIGN_INS_PER_MINUTE'>
}

/** Middleware around oidc-provider: response headers, our own pages and error pages. */
export function createRequestHandler({
  log,
  env,
  ...options
}: Omit<InteractionOptions, 'linkNames'> & LinkedSignInOptions & PagesOptions) {
  const { database, home, demo } = options
  const outbox = createOutbox({ database, home, demo, timeZone: env.TIME_ZONE })
  const linkedSignIn = createLinkedSignIn(options)
  const recovery = createRecovery({ ...options, env })
  const interaction = createInteraction({ ...options, linkNames: [...options.links.keys()] })
  const headers = pageHeaders(home)

  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    context.set(headers)
    if (context.path === '/') return context.redirect(home)
    if (findInvalidText(context.query).length > 0) return showNotice(context, 400, 'refused')
    try {
      const wait = context.path === '/auth' ? await waitToStart(context) : null
      if (wait !== null) {
        context.set('retry-after', String(wait))
        return showNotice(context, 429, 'crowded')
      }
      const visitor = { address: context.ip, userAgent: context.get('user-agent') }
      await runWithVisitorContext(visitor, () =>
        outbox(context, () => linkedSignIn(context, () => recovery(context, () => interaction(context, next)))),
      )
    } catch (error) {
      log.error({ err: error }, 'a page of the identity provider failed')
      showNotice(context, 500, 'failed')
      return setRetryAfter(context, error)
    }
    if (isScriptedSignOut(context)) return leadHome(context)
    if (context.status === 404 && context.accepts('json', 'html') === 'html') showNotice(context, 404, 'notFound')
  }

  /**
   * Every start is stored, so starts are limited. The calls that lead here have stricter limits; this one covers direct
   * requests.
   */
  function waitToStart(context: PageContext): Promise<number | null> {
    const most = 4 * env.SIGN_INS_PER_MINUTE
    const start = { limit: 'provider-start', key: networkOfAddress(context.ip), most, seconds: 60 }
    return consume(database, [start], options.clock())
  }

  function showNotice(context: PageContext, status: number, notice: Notice): void {
    const language = chooseLanguage({ acceptLanguage: context.get('accept-language') })
    sendPage(context, status, noticePage({ language, home, notice }))
  }

  function leadHome(context: PageContext): void {
    const wanted = oidcContext(context)?.params?.post_logout_redirect_uri
    context.redirect(typeof wanted === 'string' ? wanted : home)
    context.status = 303
  }
}

/**
 * Without a session oidc-provider answers a sign-out with a page whose script posts a form. Our CSP blocks that script.
 */
function isScriptedSignOut(context: PageContext): boolean {
  const oidc = oidcContext(context)
  return oidc?.route === 'end_session' && context.status === 200 && oidc.session?.accountId === undefined
}
