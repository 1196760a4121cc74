import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '#server/env.ts'
import { answeringVisitor } from '#server/identity/asker.ts'
import { spend } from '#server/limits/counts.ts'
import { networkOf } from '#server/limits/network.ts'
import { unstorableIn } from '#server/storable.ts'
import { oidcOf, type PageContext, sayWhetherAway, showPage } from './context.ts'
import { pageHeaders } from './frame.ts'
import { createInteraction, type InteractionOptions } from './interaction.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { chooseLanguage } from './language.ts'
import { createLinkedSignIn, type LinkedSignInOptions } from './linked-sign-in.ts'
import { type Notice, noticePage } from './notice-page.ts'
import { createOutbox } from './outbox.ts'
import { createRecovery } from './recovery.ts'

type PagesOptions = {
  log: FastifyBaseLogger
  knownBrowsers: KnownBrowsers
  env: Pick<Env, 'PUBLIC_URL' | 'TIME_ZONE' | 'SIGN_INS_PER_MINUTE'>
}

/** What stands around oidc-provider: the headers of every answer, our own pages, and words for an address nobody knows. */
export function createPages({
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
    if (unstorableIn(context.query).length > 0) return showNotice(context, 400, 'refused')
    try {
      const wait = context.path === '/auth' ? await waitToStart(context) : null
      if (wait !== null) {
        context.set('retry-after', String(wait))
        return showNotice(context, 429, 'crowded')
      }
      const visitor = { address: context.ip, userAgent: context.get('user-agent') }
      await answeringVisitor(visitor, () =>
        outbox(context, () => linkedSignIn(context, () => recovery(context, () => interaction(context, next)))),
      )
    } catch (error) {
      log.error({ err: error }, 'a page of the identity provider failed')
      showNotice(context, 500, 'failed')
      return sayWhetherAway(context, error)
    }
    if (isScriptedSignOut(context)) return leadHome(context)
    if (context.status === 404 && context.accepts('json', 'html') === 'html') showNotice(context, 404, 'notFound')
  }

  /** Each start is kept for a while. The calls that lead here are limited more closely: this is for who makes none. */
  function waitToStart(context: PageContext): Promise<number | null> {
    const most = 4 * env.SIGN_INS_PER_MINUTE
    const start = { limit: 'provider-start', key: networkOf(context.ip), most, seconds: 60 }
    return spend(database, [start], options.clock())
  }

  function showNotice(context: PageContext, status: number, notice: Notice): void {
    const language = chooseLanguage({ acceptLanguage: context.get('accept-language') })
    showPage(context, status, noticePage({ language, home, notice }))
  }

  function leadHome(context: PageContext): void {
    const wanted = oidcOf(context)?.params?.post_logout_redirect_uri
    context.redirect(typeof wanted === 'string' ? wanted : home)
    context.status = 303
  }
}

/** With nobody signed in, oidc-provider ends a sign-out by a page whose script posts a form; here no script but our own runs. */
function isScriptedSignOut(context: PageContext): boolean {
  const oidc = oidcOf(context)
  return oidc?.route === 'end_session' && context.status === 200 && oidc.session?.accountId === undefined
}
