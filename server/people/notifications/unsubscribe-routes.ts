import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/app-types.ts'
import { unsubscribePage } from '#server/html/notice-page.ts'
import { pageHeaders } from '#server/html/page-layout.ts'
import { createPageSite } from '#server/html/page-site.ts'
import { throwProblem } from '#server/http-error.ts'
import { categoriesOf, readUnsubscribeToken } from '#server/notifications/unsubscribe-links.ts'
import { pageLanguage } from '#server/request-language.ts'
import { stopEmails } from './notification-settings.ts'

type Unsubscribe = { Params: { token: string } }

/**
 * The link of an email that stops such emails, without sign-in (RFC 8058). Mail programs send a POST; opening the link
 * asks first, because scanners of mail open links too.
 */
export function unsubscribeRoutes(app: App): void {
  const { database } = app
  const site = createPageSite(app.env)
  const config = { isVisited: true, isSignedLink: true, limit: 'sign-in' } as const
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.register(async (scope) => {
    // What is in the form decides nothing.
    for (const mediaType of forms) if (scope.hasContentTypeParser(mediaType)) scope.removeContentTypeParser(mediaType)
    scope.addContentTypeParser(forms, { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))

    scope.get<Unsubscribe>('/unsubscribe/:token', { config }, async (request, reply) => {
      await readLink(request.params.token)
      return sendPage(request, reply, 'question')
    })

    scope.post<Unsubscribe>('/unsubscribe/:token', { config }, async (request, reply) => {
      const { userId, scope: stopped } = await readLink(request.params.token)
      await stopEmails(database, userId, categoriesOf(stopped))
      return sendPage(request, reply, 'done')
    })
  })

  async function readLink(token: string) {
    return (await readUnsubscribeToken(database, token)) ?? throwProblem('not-found', 'No such link')
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, state: 'question' | 'done') {
    return reply
      .headers(pageHeaders(site))
      .type('text/html; charset=utf-8')
      .send(unsubscribePage({ language: pageLanguage(request), site, state }))
  }
}
