import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/enumerations.ts'
import type { App } from '#server/app-types.ts'
import { inTheme, pageHeaders } from '#server/html/page-layout.ts'
import { createPageSite, type PageSite } from '#server/html/page-site.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import { requestTheme } from '#server/http/request-theme.ts'

/** What a link shows. `isLost`: it is forged, or what it is about is gone. */
export type LinkPage = { isLost: boolean; render: (page: { language: Locale; site: PageSite }) => string }
type Link = { Params: { token: string } }
type Steps = {
  /** The question; changes nothing. */
  ask: (token: string) => Promise<LinkPage>
  /** Does what the link is for, and shows what was done. */
  press: (token: string) => Promise<LinkPage>
}

/**
 * The page of a link in a message that works without sign-in. Opening it asks first, because scanners of mail open links
 * too; the press is a POST, which mail programs also send (RFC 8058).
 */
export function registerLinkPage(app: App, path: `/${string}/:token`, { ask, press }: Steps): void {
  const site = createPageSite(app.env)
  const config = { isVisited: true, acceptsOtherOrigins: true, limit: 'sign-in' } as const
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.register(async (scope) => {
    // What is in the form decides nothing.
    for (const mediaType of forms) if (scope.hasContentTypeParser(mediaType)) scope.removeContentTypeParser(mediaType)
    scope.addContentTypeParser(forms, { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
    scope.get<Link>(path, { config }, async (request, reply) => send(request, reply, await ask(request.params.token)))
    scope.post<Link>(path, { config }, async (request, reply) =>
      send(request, reply, await press(request.params.token)),
    )
  })

  function send(request: FastifyRequest, reply: FastifyReply, { isLost, render }: LinkPage) {
    return reply
      .code(isLost ? 404 : 200)
      .headers(pageHeaders(site))
      .type('text/html; charset=utf-8')
      .send(inTheme(render({ language: pageLanguage(request), site }), requestTheme(request)))
  }
}
