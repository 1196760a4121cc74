import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/app-types.ts'
import { unsubscribePage } from '#server/html/notice-page.ts'
import { inTheme, pageHeaders } from '#server/html/page-layout.ts'
import { createPageSite } from '#server/html/page-site.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import { requestTheme } from '#server/http/request-theme.ts'
import { categoriesOf, readUnsubscribeToken } from '#server/notifications/unsubscribe-links.ts'
import { stopEmails } from './notification-settings.ts'

type Unsubscribe = { Params: { token: string } }

/**
 * The link of an email that stops such emails, without sign-in (RFC 8058). Mail programs send a POST; opening the link
 * asks first, because scanners of mail open links too.
 */
export function unsubscribeRoutes(app: App): void {
  const { database } = app
  const site = createPageSite(app.env)
  const config = { isVisited: true, acceptsOtherOrigins: true, limit: 'sign-in' } as const
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.register(async (scope) => {
    // What is in the form decides nothing.
    for (const mediaType of forms) if (scope.hasContentTypeParser(mediaType)) scope.removeContentTypeParser(mediaType)
    scope.addContentTypeParser(forms, { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))

    scope.get<Unsubscribe>('/unsubscribe/:token', { config }, async (request, reply) => {
      const link = await readUnsubscribeToken(database, request.params.token)
      return sendPage(request, reply, link ? { state: 'question', categories: categoriesOf(link.scope) } : lost)
    })

    scope.post<Unsubscribe>('/unsubscribe/:token', { config }, async (request, reply) => {
      const link = await readUnsubscribeToken(database, request.params.token)
      if (!link) return sendPage(request, reply, lost)
      const categories = categoriesOf(link.scope)
      await stopEmails(database, link.userId, categories)
      return sendPage(request, reply, { state: 'done', categories })
    })
  })

  type Shown = Pick<Parameters<typeof unsubscribePage>[0], 'state' | 'categories'>

  function sendPage(request: FastifyRequest, reply: FastifyReply, shown: Shown) {
    return reply
      .code(shown.state === 'lost' ? 404 : 200)
      .headers(pageHeaders(site))
      .type('text/html; charset=utf-8')
      .send(inTheme(unsubscribePage({ language: pageLanguage(request), site, ...shown }), requestTheme(request)))
  }
}

const lost = { state: 'lost', categories: [] } as const
