import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Boot } from '#contract/boot.ts'
import { declaredCalls } from '#contract/calls.ts'
import type { RouteName } from '#contract/enumerations.ts'
import { landingOf } from '#contract/landing.ts'
import { type FirstCall, firstCallsOf, frameCallsOf, screens } from '#contract/screens.ts'
import { rememberedLanguage } from '#server/language.ts'
import { profileOf } from '#server/modules/profile/profile.ts'
import { configOf } from '#server/modules/system/config.ts'
import type { PageDocument } from '#server/page/document.ts'
import { askerOf, urlOf } from '#server/page/first-calls.ts'
import { screenAt } from '#server/page/screen-at.ts'
import { parseQueryString } from '#server/query-string.ts'
import { Refusal } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { isUnderApi } from './access.ts'
import { refusalOf, sendRefusal } from './errors.ts'
import { inNameOf } from './session.ts'

/** Serves the document, filled with what it would ask for first, at every address of the browser app. */
export function servePage(app: App, document: PageDocument | null): void {
  const config = configOf(app.env)

  const send = (
    page: PageDocument,
    request: FastifyRequest,
    reply: FastifyReply,
    filling: { boot: Boot; screen: RouteName },
  ) =>
    reply
      .code(screenAt(pathOf(request)) === null ? 404 : 200)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.render({ ...filling, language: rememberedLanguage(request) }))

  app.setNotFoundHandler(async (request, reply) => {
    if (!document || !isPage(request)) throw new Refusal('not-found', 'There is nothing at this address')
    const { session } = request
    const { screen, calls } = visitOf(request, app)
    // Whoever reads that nothing is there learns nothing of whoever asked.
    if (screen === '404') return send(document, request, reply, { boot: { config, answers: [] }, screen })
    const answers = await answersTo(calls, request, app)
    const boot = { config, profile: session && profileOf(session), answers }
    return send(document, request, reply, { boot, screen })
  })

  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request)
    if (document && isVisit(request) && (refusal.status === 401 || refusal.status === 404)) {
      return reply.redirect(lostDocument, 303)
    }
    if (!document || !isPage(request) || refusal.status < 500) return sendRefusal(reply, refusal)
    // The page itself needs no database: it comes up, and says what is wrong in the visitor's language.
    return send(document, request, reply, { boot: { config, answers: [] }, screen: '500' })
  })
}

/** Where whoever asks for an address lands (S6), and what that screen asks for first. */
function visitOf(request: FastifyRequest, app: App): { screen: RouteName; calls: FirstCall[] } {
  const { session } = request
  const { screen: asked, params } = screenAt(pathOf(request)) ?? { screen: screens['404'], params: {} }
  const { screen } = landingOf(asked, session)
  const landed = screens[screen]
  const isThere = asked.name === screen && 'search' in landed
  const search = isThere ? landed.search(parseQueryString(queryOf(request))) : {}
  const own = firstCallsOf(landed, askerOf(session, app), search, params)
  const calls = [...frameCallsOf(session?.group ?? null), ...own]
  return { screen, calls: session ? calls : calls.filter(({ call }) => openCalls.has(call)) }
}

/** What a visitor asks is answered as well; the rest would be refused. */
const openCalls = new Set<string>(
  declaredCalls.filter(({ call }) => call.access.who === 'anyone').map(({ call }) => call.address),
)

/** A long list would hold up the document that it was to speed up. */
const longest = 64 * 1024

/** Asks in the person's own name through the front door, so that each call's own rule decides what is told. */
async function answersTo(calls: readonly FirstCall[], request: FastifyRequest, app: App): Promise<Boot['answers']> {
  const headers = { cookie: request.headers.cookie ?? '', 'accept-language': rememberedLanguage(request) }
  const ask = async (asked: FirstCall): Promise<Boot['answers']> => {
    const reply = await app.inject({ method: 'GET', url: urlOf(asked), headers, remoteAddress: request.ip })
    const isToTell = reply.statusCode === 200 && reply.payload.length <= longest
    if (!isToTell) return []
    const answer: unknown = reply.json()
    return [{ asked, answer }, ...(await askAll(asked.next?.(answer as never) ?? []))]
  }
  const askAll = async (some: readonly FirstCall[]) => (await Promise.all(some.map(ask))).flat()
  return inNameOf(request.session, () => askAll(calls))
}

/** Assets that are gone must fail as such: a page instead of a script would hide a new release (D-32). */
function isPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return (
    isRead && request.routeOptions.url === undefined && !isUnderApi(request.url) && !/^\/assets\//.test(request.url)
  )
}

/** Says that a link to a document is over, and where to get a new one. */
const lostDocument = '/404?lost=document'

/** Of an address that people open themselves; whoever fetches it is told what a program understands. */
function isVisit({ routeOptions, headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  const isNavigation = mode === undefined ? headers.accept?.includes('text/html') : mode === 'navigate'
  return routeOptions.config.isVisited === true && isNavigation === true
}

function pathOf({ url }: FastifyRequest): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

function queryOf({ url }: FastifyRequest): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? ''
}
