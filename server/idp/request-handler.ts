import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '#server/environment/env.ts'
import { fontHeaders, readPageFont } from '#server/html/page-fonts.ts'
import { runWithVisitorContext } from '#server/http/request-context.ts'
import { consume, networkOfAddress } from '#server/security/rate-limit-counters.ts'
import type { DemoBank } from './bank/demo-bank.ts'
import type { KnownBrowsers } from './interactions/known-browsers.ts'
import { oidcContext, type PageContext, rememberTheme, sendNotice, servePages } from './interactions/page-context.ts'
import { createInvitationPages } from './invitation/invitation.ts'
import { createLinkedSignIn, type LinkedSignInOptions } from './linking/linked-sign-in.ts'
import { createOutbox } from './outbox.ts'
import { createRecovery } from './recovery/recovery.ts'
import { createSignIn, type SignInOptions } from './sign-in/sign-in.ts'

type PagesOptions = {
  log: FastifyBaseLogger
  knownBrowsers: KnownBrowsers
  /** Null outside of the demo. */
  bank: DemoBank | null
  env: Pick<Env, 'PUBLIC_URL' | 'TIME_ZONE' | 'SIGN_INS_PER_MINUTE'>
}

/** The pages of the embedded provider. */
export function createRequestHandler({
  log,
  env,
  bank,
  ...options
}: Omit<SignInOptions, 'linkNames'> & LinkedSignInOptions & PagesOptions) {
  const { provider, database, site, demo } = options
  const outbox = createOutbox({ database, site, demo, timeZone: env.TIME_ZONE })
  const linkedSignIn = createLinkedSignIn({ ...options, log })
  const invitation = createInvitationPages({ ...options, env })
  const recovery = createRecovery({ ...options, env })
  const signIn = createSignIn({ ...options, linkNames: [...options.links.keys()] })

  return servePages({
    provider,
    site,
    log,
    async serve(context, next) {
      if (context.path === '/') return context.redirect(site.home)
      const font = await readPageFont(context.path)
      if (font) {
        context.set(fontHeaders)
        context.body = font
        return
      }
      if (bank?.owns(context.path)) return bank.serve(context)
      if (context.path === '/auth') rememberTheme(context)
      const wait = context.path === '/auth' ? await waitToStart(context) : null
      if (wait !== null) {
        context.set('retry-after', String(wait))
        return sendNotice(context, 429, 'crowded', site)
      }
      const visitor = { address: context.ip, userAgent: context.get('user-agent') }
      await runWithVisitorContext(visitor, () =>
        outbox(context, () =>
          invitation(context, () => linkedSignIn(context, () => recovery(context, () => signIn(context, next)))),
        ),
      )
      if (isScriptedSignOut(context)) redirectAfterSignOut(context)
    },
  })

  /**
   * Every start is stored, so starts are limited. The calls that lead here have stricter limits; this one covers direct
   * requests.
   */
  function waitToStart(context: PageContext): Promise<number | null> {
    const max = 4 * env.SIGN_INS_PER_MINUTE
    const start = { limit: 'provider-start', key: networkOfAddress(context.ip), max, seconds: 60 }
    return consume(database, [start], options.clock())
  }

  function redirectAfterSignOut(context: PageContext): void {
    const wanted = oidcContext(context)?.params?.post_logout_redirect_uri
    context.redirect(typeof wanted === 'string' ? wanted : site.home)
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
