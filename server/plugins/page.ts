import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteName } from '#contract/enumerations.ts'
import type { App } from '#server/app.ts'
import { dayAt } from '#server/days.ts'
import { rememberedLanguage } from '#server/language.ts'
import { profileOf } from '#server/modules/profile/profile.ts'
import { configOf } from '#server/modules/system/config.ts'
import { menuAnswerOf } from '#server/modules/system/menu-answer.ts'
import type { Boot, PageDocument } from '#server/page/document.ts'
import { firstCallsOf } from '#server/page/first-calls.ts'
import { landingOf, routeAt } from '#server/page/landing.ts'
import { Refusal } from '#server/refusal.ts'
import { isUnderApi } from './access.ts'
import { refusalOf, sendRefusal } from './errors.ts'
import { inNameOf } from './session.ts'

type Landing = RouteName | null

/** Serves the document, filled with what it would ask for first, at every address of the browser app. */
export function servePage(app: App, document: PageDocument | null): void {
  const config = configOf(app.env)
  const menu = menuAnswerOf(app)

  const bootOf = async (request: FastifyRequest, landing: Landing): Promise<Boot> => {
    const { session } = request
    const [itsMenu, answers] = await Promise.all([
      menu(session, rememberedLanguage(request)),
      firstAnswers(app, request, landing),
    ])
    const profile = session && profileOf(session)
    return { config, profile, menu: itsMenu, profileStatus: session ? 200 : 401, answers }
  }

  const send = (page: PageDocument, request: FastifyRequest, reply: FastifyReply, boot: Boot, landing: Landing) => {
    const route = routeAt(pathOf(request))
    return reply
      .code(route === null ? 404 : 200)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.render({ boot, language: rememberedLanguage(request), route: landing, address: request.url }))
  }

  app.setNotFoundHandler(async (request, reply) => {
    if (!document || !isPage(request)) throw new Refusal('not-found', 'There is nothing at this address')
    const landing = landingOf(routeAt(pathOf(request)), request.session)
    return send(document, request, reply, await bootOf(request, landing), landing)
  })

  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request)
    if (!document || !isPage(request) || refusal.status < 500) return sendRefusal(reply, refusal)
    // The page itself needs no database: it comes up, and says what is wrong in the visitor's language.
    const boot = { config, profile: null, menu: { items: [] }, profileStatus: refusal.status, answers: {} }
    return send(document, request, reply, boot, '500')
  })
}

/** A long list would hold up the document that it was to speed up. */
const longest = 64 * 1024

/** Asks in the person's own name through the front door, so that each call's own rule decides what is told. */
async function firstAnswers(app: App, request: FastifyRequest, landing: Landing): Promise<Record<string, unknown>> {
  const { session } = request
  const calls = firstCallsOf(session ? landing : null, session?.group ?? null, dayAt(app.clock(), app.env.TIME_ZONE))
  const headers = { cookie: request.headers.cookie ?? '', 'accept-language': rememberedLanguage(request) }
  const ask = async (url: string) => {
    const answer = await app.inject({ method: 'GET', url, headers })
    return answer.statusCode === 200 && answer.payload.length <= longest ? [[url, answer.json() as unknown]] : []
  }
  const told = await inNameOf(session, () => Promise.all(calls.map(ask)))
  return Object.fromEntries(told.flat())
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
