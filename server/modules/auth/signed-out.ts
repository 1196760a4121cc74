import type { FastifyRequest } from 'fastify'
import { safeReturnPath } from '#contract/return-path.ts'
import { pageHeaders } from '#server/identity/embedded-provider/frame.ts'
import { endedPage } from '#server/identity/embedded-provider/notice-page.ts'
import { languageOfPage } from '#server/language.ts'
import { endKnownTo } from '#server/plugins/session.ts'
import { Refusal } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { startSignIn, visitorsPlace } from './sign-in.ts'

const limited = { config: { limit: 'sign-in' } } as const

/**
 * An issuer of one's own does not say why somebody has to sign in again, and often signs in whom it remembers without a
 * word: this page of ours says first what became of the session, and leads on when the person wants to.
 */
export function serveSignedOut(app: App): void {
  app.get('/auth/signed-out', limited, async (request, reply) => {
    const fromUrl = wantedPlace(request, app)
    const ended = await endKnownTo(request, app)
    if (ended === null) return reply.header('cache-control', 'no-store').redirect(fromUrl, 303)
    const page = endedPage({
      language: languageOfPage(request),
      home: `${app.env.PUBLIC_URL}/`,
      ended,
      signIn: `/auth/sign-in?from_url=${encodeURIComponent(fromUrl)}`,
      elsewhere: visitorsPlace,
    })
    return reply
      .headers(pageHeaders(`${app.env.PUBLIC_URL}/`))
      .type('text/html; charset=utf-8')
      .send(page)
  })

  app.get('/auth/sign-in', limited, async (request, reply) => {
    const fromUrl = wantedPlace(request, app)
    reply.header('cache-control', 'no-store')
    try {
      const asked = { fromUrl, language: languageOfPage(request), request, reply, isTold: true }
      return reply.redirect((await startSignIn(app, asked)).location, 303)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return reply.redirect(`/500?from=${encodeURIComponent(fromUrl)}`, 303)
    }
  })
}

function wantedPlace({ query }: FastifyRequest, { env }: App): string {
  const { from_url: fromUrl } = query as Record<string, unknown>
  return safeReturnPath(typeof fromUrl === 'string' ? fromUrl : undefined, env.PUBLIC_URL)
}
