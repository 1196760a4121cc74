import type { FastifyRequest } from 'fastify'
import { safeReturnPath } from '#contract/auth/return-path.ts'
import { signInFailureAddress } from '#contract/auth/sign-in-failures.ts'
import type { App } from '#server/app-types.ts'
import { recordSignInFailure, SignInError } from '#server/auth/oidc/sign-in-error.ts'
import { sessionEndOf } from '#server/auth/sessions/session-plugin.ts'
import { sessionEndedPage } from '#server/html/notice-page.ts'
import { pageHeaders } from '#server/html/page-layout.ts'
import { createPageSite } from '#server/html/page-site.ts'
import { pageLanguage } from '#server/request-language.ts'
import { publicStartPath, startSignIn } from './sign-in.ts'

const limited = { config: { limit: 'sign-in' } } as const

/**
 * External issuers do not explain why the session ended and often sign the user in silently. This page shows the reason
 * first.
 */
export function serveSessionEndedPage(app: App): void {
  const site = createPageSite(app.env)
  app.get('/auth/signed-out', limited, async (request, reply) => {
    const fromUrl = returnPathOf(request, app)
    const ended = await sessionEndOf(request, app)
    if (ended === null) return reply.header('cache-control', 'no-store').redirect(fromUrl, 303)
    const page = sessionEndedPage({
      language: pageLanguage(request),
      site,
      ended,
      signIn: `/auth/sign-in?from_url=${encodeURIComponent(fromUrl)}`,
      elsewhere: publicStartPath,
    })
    return reply.headers(pageHeaders(site)).type('text/html; charset=utf-8').send(page)
  })

  app.get('/auth/sign-in', limited, async (request, reply) => {
    const fromUrl = returnPathOf(request, app)
    reply.header('cache-control', 'no-store')
    try {
      const options = { fromUrl, language: pageLanguage(request), request, reply, knowsReason: true }
      return reply.redirect((await startSignIn(app, options)).location, 303)
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
      const event = { at: app.clock(), action: 'sign-in.issuer', subjectId: null } as const
      await recordSignInFailure({ database: app.database, log: request.log }, error, event)
      return reply.redirect(signInFailureAddress({ reason: error.reason, requestId: request.id, from: fromUrl }), 303)
    }
  })
}

function returnPathOf({ query }: FastifyRequest, { env }: App): string {
  const { from_url: fromUrl } = query as Record<string, unknown>
  return safeReturnPath(typeof fromUrl === 'string' ? fromUrl : undefined, env.PUBLIC_URL)
}
