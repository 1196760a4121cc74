import type { FastifyRequest } from 'fastify'
import { declaredCalls } from '#contract/calls.ts'
import type { RouteName } from '#contract/enumerations.ts'
import { landingOf } from '#contract/landing.ts'
import { type FirstCall, firstCallsOf, frameCallsOf, screens } from '#contract/screens.ts'
import { languageOfPage } from '#server/language.ts'
import { inNameOf } from '#server/plugins/session.ts'
import { parseQueryString } from '#server/query-string.ts'
import type { App } from '#server/surroundings.ts'
import { askerOf, urlOf } from './first-calls.ts'
import { withLaterCalls } from './later-calls.ts'
import { screenAt } from './screen-at.ts'

/** What somebody who asks for an address comes to. */
export type Visit = { screen: RouteName; calls: FirstCall[] }

/** Where whoever asks for an address lands (S6), and what that screen asks for first. */
export function visitOf(request: FastifyRequest, app: App): Visit {
  const { session } = request
  const { screen: asked, params } = screenAt(pathOf(request)) ?? { screen: screens['404'], params: {} }
  const { screen } = landingOf(asked, session)
  const landed = screens[screen]
  const isThere = asked.name === screen && 'search' in landed
  const search = isThere ? landed.search(parseQueryString(queryOf(request))) : {}
  const asker = askerOf(session, app)
  const own = withLaterCalls(firstCallsOf(landed, asker, search, params), screen, search, asker)
  const calls = [...frameCallsOf(session?.group ?? null), ...own]
  return { screen, calls: session ? calls : calls.filter(({ call }) => openCalls.has(call)) }
}

/** What a visitor asks is answered as well; the rest would be refused. */
const openCalls = new Set<string>(
  declaredCalls.filter(({ call }) => call.access.who === 'anyone').map(({ call }) => call.address),
)

/** A long list would hold up the document that it was to speed up. */
const longest = 64 * 1024

/**
 * Asks in the person's own name through the front door, so that each call's own rule decides what is told. Each answer
 * is put into `told` as it comes, in JSON and with what was asked.
 */
export function askAll(calls: readonly FirstCall[], request: FastifyRequest, app: App, told: string[]): Promise<void> {
  const headers = { cookie: request.headers.cookie ?? '', 'accept-language': languageOfPage(request) }
  const ask = async (asked: FirstCall): Promise<void> => {
    const reply = await app.inject({ method: 'GET', url: urlOf(asked), headers, remoteAddress: request.ip })
    if (reply.statusCode !== 200 || reply.payload.length > longest) return
    told.push(`{"asked":${JSON.stringify(asked)},"answer":${reply.payload}}`)
    if (asked.next) await askEach(asked.next(reply.json() as never))
  }
  const askEach = async (some: readonly FirstCall[]) => void (await Promise.all(some.map(ask)))
  return inNameOf(request.session, () => askEach(calls))
}

export function pathOf({ url }: FastifyRequest): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

function queryOf({ url }: FastifyRequest): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? ''
}
