import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/app.ts'
import { rememberedLanguage } from '#server/language.ts'
import { profileOf } from '#server/modules/profile/profile.ts'
import { configOf } from '#server/modules/system/config.ts'
import { menuAnswerOf } from '#server/modules/system/menu-answer.ts'
import type { Boot, PageDocument } from '#server/page/document.ts'
import { landingOf, routeAt } from '#server/page/landing.ts'
import { Refusal } from '#server/refusal.ts'
import { isUnderApi } from './access.ts'
import { refusalOf, sendRefusal } from './errors.ts'

/** Serves the document, filled with what it would ask for first, at every address of the browser app. */
export function servePage(app: App, document: PageDocument | null): void {
  const config = configOf(app.env)
  const menu = menuAnswerOf(app)

  const bootOf = async (request: FastifyRequest): Promise<Boot> => {
    const { session } = request
    const profile = session && profileOf(session)
    return {
      config,
      profile,
      menu: await menu(session, rememberedLanguage(request)),
      profileStatus: session ? 200 : 401,
    }
  }

  const send = (page: PageDocument, request: FastifyRequest, reply: FastifyReply, boot: Boot) => {
    const route = routeAt(pathOf(request))
    const landing = boot.profileStatus >= 500 ? '500' : landingOf(route, request.session)
    return reply
      .code(route === null ? 404 : 200)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.render({ boot, language: rememberedLanguage(request), route: landing }))
  }

  app.setNotFoundHandler(async (request, reply) => {
    if (!document || !isPage(request)) throw new Refusal('not-found', 'There is nothing at this address')
    return send(document, request, reply, await bootOf(request))
  })

  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request)
    if (!document || !isPage(request) || refusal.status < 500) return sendRefusal(reply, refusal)
    // The page itself needs no database: it comes up, and says what is wrong in the visitor's language.
    return send(document, request, reply, { config, profile: null, menu: { items: [] }, profileStatus: refusal.status })
  })
}

/** Assets that are gone must fail as such: a page instead of a script would hide a new release (D-32). */
function isPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return (
    isRead && request.routeOptions.url === undefined && !isUnderApi(request.url) && !/^\/assets\//.test(request.url)
  )
}

function pathOf({ url }: FastifyRequest): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}
