import type { FastifyReply, FastifyRequest } from 'fastify'
import { stringify } from 'qs'
import type { Locale } from '#contract/enumerations.ts'
import { chosenChildCookieName, searchOfRememberedChild } from '#contract/people/chosen-child.ts'
import type { ReadCall } from '#contract/render-page.ts'
import { decideAccess } from '#contract/route-access.ts'
import { type Screen, screens } from '#contract/screens.ts'
import type { App } from '#server/app-types.ts'
import { checkProviderSession } from '#server/auth/provider-session/session-check.ts'
import { runWithSession } from '#server/auth/sessions/session-plugin.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import { hasBrokenAddress } from '#server/plugins/request-validation.ts'
import { findProfile } from '#server/profile/profile.ts'
import { isPageRequest, type PageSender, type Rendering } from './send-page.ts'

/** How long the rendered page of unknown addresses is reused, in milliseconds. */
const notFoundCached = 10 * 60_000

/** Registers a route for every screen of `contract/screens.ts`, and one for all other addresses, which sends the 404 page. */
export function pageRoutes(app: App, sender: PageSender | null): void {
  app.setNotFoundHandler(() => throwProblem('not-found', 'There is nothing at this address'))
  if (sender === null) return
  const sendNotFound = notFoundPage(app, sender)

  async function sendScreen(request: FastifyRequest, reply: FastifyReply, screen: Screen) {
    if (hasBrokenAddress(request)) return sendNotFound(request, reply)
    const kept = addressWithChild(request, screen)
    if (kept !== null) return reply.redirect(kept)
    // Another one if the person will be redirected.
    const target = decideAccess(screen, request.session)
    const isUnknown = request.routeOptions.config.page === 'unknown'
    if (target.screen === '404') {
      if (isUnknown || request.url === '/404') return sendNotFound(request, reply)
      return sender?.send(request, reply, { screen: '404', address: request.url, status: 404, read: null })
    }
    const check = await checkProviderSession(app, { request, reply, screen })
    if (check.location !== null) return reply.header('cache-control', 'no-store').redirect(check.location, 303)
    return sender?.send(request, reply, {
      screen: target.screen,
      address: request.url,
      status: statuses[screen.name] ?? 200,
      profile: request.session && (await findProfile(app, request.session)),
      ...(check.nextAt && { providerCheckAt: check.nextAt }),
      read: readerFor(request, app),
    })
  }

  for (const screen of Object.values<Screen>(screens)) {
    for (const url of urlsOf(screen)) {
      app.get(url, { config: { page: screen.name } }, (request, reply) => sendScreen(request, reply, screen))
    }
  }
  app.get('/*', { config: { page: 'unknown' } }, async (request, reply) => {
    if (!isPageRequest(request)) throwProblem('not-found', 'There is nothing at this address')
    return sendScreen(request, reply, screens['404'])
  })
}

/** The address with the child that a parent has chosen last, if it has no search; otherwise null. */
function addressWithChild({ session, cookies, query, url }: FastifyRequest, { name }: Screen): string | null {
  if (session === null) return null
  const remembered = cookies[chosenChildCookieName(session.userId)]
  const search = searchOfRememberedChild({ name, group: session.group }, query as object, remembered)
  return search && `${url.replace(/\?$/, '')}?${stringify(search, { encodeValuesOnly: true })}`
}

/** Characters of an answer. A longer one would delay the document more than a separate request. */
const maxAnswerLength = 64 * 1024

/** Makes calls under the person's session through `app.inject`, so that the normal access checks apply. */
function readerFor(request: FastifyRequest, app: App): ReadCall {
  const headers = { cookie: request.headers.cookie ?? '', 'accept-language': pageLanguage(request) }
  return (url) =>
    runWithSession(request.session, async () => {
      const reply = await app.inject({ method: 'GET', url, headers, remoteAddress: request.ip })
      return reply.statusCode === 200 && reply.payload.length <= maxAnswerLength ? reply.payload : null
    })
}

const statuses: Partial<Record<Screen['name'], number>> = { 403: 403, 404: 404, 500: 500 }

/** With and without the slash at the end (D-15). Without the pattern, a parameter would match an empty segment. */
function urlsOf({ address }: Screen): string[] {
  if (address === null) return []
  const path = address.replace(/\/$/, '').replaceAll(/\$(\w+)/g, ':$1([^/]+)')
  return path === '' ? ['/'] : [path, `${path}/`]
}

/**
 * Sends the page of unknown addresses. It shows no data of the user, so it is rendered once per language: a scanner of
 * addresses must not occupy the rendering threads.
 */
function notFoundPage(app: App, sender: PageSender) {
  const cache = new Map<Locale, { rendering: Promise<Rendering>; until: number }>()

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const language = pageLanguage(request)
    const page = { screen: '404', address: '/404', status: 404, read: null } as const
    const now = app.clock().getTime()
    const cached = cache.get(language)
    const rendering = cached && cached.until > now ? cached.rendering : sender.render(request, page, null)
    if (rendering !== cached?.rendering) {
      cache.set(language, { rendering, until: now + notFoundCached })
      void rendering.then(({ rendered }) => {
        if (rendered === null) cache.delete(language)
      })
    }
    const { rendered } = await rendering
    return sender.reply(request, reply, page, { rendered })
  }
}
