import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteName } from '#contract/enumerations.ts'
import type { Paint } from '#contract/painting.ts'
import type { Profile } from '#contract/profile.ts'
import { languageOfPage } from '#server/language.ts'
import { profileOf } from '#server/modules/profile/profile.ts'
import { configOf } from '#server/modules/system/config.ts'
import type { PageDocument } from '#server/page/document.ts'
import { inTime } from '#server/page/painter.ts'
import { screenAt } from '#server/page/screen-at.ts'
import { askAll, pathOf, visitOf } from '#server/page/visit.ts'
import { Refusal } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { isUnderApi } from './access.ts'
import { refusalOf, sendRefusal } from './errors.ts'

/** A page to be sent; `told` grows while `asking` is under way. */
type Page = {
  screen: RouteName
  address: string
  status: number
  /** Absent where the page is nobody's, or the server cannot tell whose. */
  profile?: Profile | null
  told: readonly string[]
  asking: Promise<void>
}

/**
 * Answers every address of the browser app with its page as whoever asks will see it, and with what that page would
 * ask for first. What is not painted in time comes as the shell, and the browser draws the rest (decision 054).
 */
export function servePage(app: App, document: PageDocument | null, paint: Paint | null): void {
  const config = JSON.stringify(configOf(app.env))
  const patience = app.env.PAINT_WITHIN_MS

  async function send(page: PageDocument, request: FastifyRequest, reply: FastifyReply, what: Page) {
    const { screen, asking } = what
    const language = languageOfPage(request)
    const now = app.clock().getTime()
    const boot = () => bootOf(what, config, now)
    const until = Date.now() + patience
    const roleGroup = request.session?.group ?? null
    const painting = async (draw: Paint) => {
      await asking
      return draw({ address: what.address, language, roleGroup, boot: boot(), until }).catch((error: unknown) => {
        request.log.error({ err: error, address: what.address }, 'a page could not be painted')
        return null
      })
    }
    const isPainted = paint !== null && patience > 0 && !isOnlyLedOn(request)
    const painted = isPainted ? await inTime(painting(paint), patience) : await asking.then(() => null)
    reply.header('cache-control', 'no-store')
    if (painted?.leadsTo !== undefined) return reply.redirect(painted.leadsTo, 303)
    const filling = { boot: boot(), language, screen }
    return reply
      .code(what.status)
      .type('text/html; charset=utf-8')
      .send(painted === null ? page.shell(filling) : page.painted({ ...filling, ...painted }))
  }

  app.setNotFoundHandler(async (request, reply) => {
    if (!document || !isPage(request)) throw new Refusal('not-found', 'There is nothing at this address')
    const { session, url } = request
    const asked = screenAt(pathOf(request))?.screen.name ?? null
    const status = asked === null ? 404 : (statuses[asked] ?? 200)
    const { screen, calls } = visitOf(request, app)
    const told: string[] = []
    // Whoever reads that nothing is there learns nothing of whoever asked.
    if (screen === '404')
      return send(document, request, reply, {
        screen,
        address: asked === null ? '/404' : url,
        status,
        told,
        asking: idle,
      })
    const asking = askAll(calls, request, app, told)
    return send(document, request, reply, {
      screen,
      address: url,
      status,
      profile: session && profileOf(session),
      told,
      asking,
    })
  })

  app.setErrorHandler(async (error, request, reply) => {
    const refusal = refusalOf(error, request)
    if (document && isVisit(request) && (refusal.status === 401 || refusal.status === 404)) {
      return reply.redirect(lostDocument, 303)
    }
    if (!document || !isPage(request) || refusal.status < 500) return sendRefusal(reply, refusal)
    // The page itself needs no database: it comes up, and says what is wrong in the visitor's language.
    const address = `/500?from=${encodeURIComponent(request.url)}`
    return send(document, request, reply, { screen: '500', address, status: refusal.status, told: [], asking: idle })
  })
}

const statuses: Partial<Record<RouteName, number>> = { 403: 403, 404: 404, 500: 500 }
const idle = Promise.resolve()

/** What the document brings along (`Boot`), with answers that are JSON already. */
function bootOf({ profile, told }: Page, config: string, now: number): string {
  const whose = profile === undefined ? '' : `"profile":${JSON.stringify(profile)},`
  return `{"config":${config},"now":${now},${whose}"answers":[${told}]}`
}

/** Home has nothing to show a visitor: the browser asks them to sign in at once. */
function isOnlyLedOn(request: FastifyRequest): boolean {
  return request.session === null && pathOf(request) === '/'
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
