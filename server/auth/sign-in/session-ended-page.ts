import type { App } from '#server/app-types.ts'
import { sessionEndOf } from '#server/auth/sessions/session-plugin.ts'
import { sessionEndedPage } from '#server/html/notice-page.ts'
import { inTheme, pageHeaders } from '#server/html/page-layout.ts'
import { createPageSite } from '#server/html/page-site.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import { requestTheme } from '#server/http/request-theme.ts'
import { publicStartPath, signInPath } from './sign-in.ts'
import { returnPathOf } from './sign-in-page.ts'

/**
 * External issuers do not explain why the session ended and often sign the user in silently. This page shows the reason
 * first.
 */
export function serveSessionEndedPage(app: App): void {
  const site = createPageSite(app.env)
  app.get('/auth/signed-out', { config: { limit: 'sign-in' } }, async (request, reply) => {
    const fromUrl = returnPathOf(request, app)
    const ended = await sessionEndOf(request, app)
    if (ended === null) return reply.header('cache-control', 'no-store').redirect(fromUrl, 303)
    const page = sessionEndedPage({
      language: pageLanguage(request),
      site,
      ended,
      signIn: `${signInPath}?from_url=${encodeURIComponent(fromUrl)}`,
      elsewhere: publicStartPath,
    })
    return reply
      .headers(pageHeaders(site))
      .type('text/html; charset=utf-8')
      .send(inTheme(page, requestTheme(request)))
  })
}
