import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '#server/env.ts'
import { answeringVisitor } from '#server/identity/asker.ts'
import { unstorableIn } from '#server/storable.ts'
import { oidcOf, type PageContext, showPage } from './context.ts'
import { pageHeaders } from './frame.ts'
import { createInteraction, type InteractionOptions } from './interaction.ts'
import { chooseLanguage } from './language.ts'
import { createLinkedSignIn, type LinkedSignInOptions } from './linked-sign-in.ts'
import { type Notice, noticePage } from './notice-page.ts'
import { createOutbox } from './outbox.ts'
import { createRecovery } from './recovery.ts'

type PagesOptions = { log: FastifyBaseLogger; env: Pick<Env, 'PUBLIC_URL' | 'TIME_ZONE'> }

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
      const visitor = { address: context.ip, userAgent: context.get('user-agent') }
      await answeringVisitor(visitor, () =>
        outbox(context, () => linkedSignIn(context, () => recovery(context, () => interaction(context, next)))),
      )
    } catch (error) {
      log.error({ err: error }, 'a page of the identity provider failed')
      return showNotice(context, 500, 'failed')
    }
    if (isScriptedSignOut(context)) return leadHome(context)
    if (context.status === 404 && context.accepts('json', 'html') === 'html') showNotice(context, 404, 'notFound')
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
