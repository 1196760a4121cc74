import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteName } from '#contract/enumerations.ts'
import type { Profile } from '#contract/people/profile.ts'
import type { InitialState, ReadCall, RenderedPage, RenderPage } from '#contract/render-page.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { homeSearchOf } from '#contract/route-access.ts'
import type { App } from '#server/app-types.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import { requestTheme } from '#server/http/request-theme.ts'
import { isUnderApi } from '#server/plugins/authorization.ts'
import { toClientConfig } from '#server/system/client-config.ts'
import type { HtmlDocument } from './html-document.ts'

export type Page = {
  screen: RouteName
  /** Path and query that the page is rendered for. */
  address: string
  status: number
  /** Absent where the page belongs to no person, or the person could not be read. */
  profile?: Profile | null
  /** When the provider is asked next whether its session is open; absent if it is not asked. */
  providerCheckAt?: Date | undefined
  /** Makes the calls of the page for its person; null for a page without data. */
  read: ReadCall | null
}

/** Notes when the data of pages are read. Call it before anything reads, the session included. */
export function stampPages(app: App, changes: { lastId: string }): void {
  app.decorateRequest('dataStamp', null)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.page !== undefined)
      request.dataStamp = { now: app.clock().getTime(), lastChangeId: changes.lastId }
  })
}

/** The rendered page, null if it was not rendered in time, and the state of the document, as JSON. */
export type Rendering = { rendered: RenderedPage | null; initialState: string }

export type PageSender = ReturnType<typeof createPageSender>

/**
 * Sends pages of the browser app with the answers of their queries. A page that is not rendered within
 * `RENDER_TIMEOUT_MS` is sent as the shell, and the browser renders it.
 */
export function createPageSender(app: App, html: HtmlDocument, renderer: RenderPage | null) {
  const config = JSON.stringify(toClientConfig(app.env))
  const timeout = app.env.RENDER_TIMEOUT_MS
  app.decorateReply('pageIsRendered', null)

  const stateOf = (request: FastifyRequest, page: Page) =>
    serializeState(page, config, request.dataStamp ?? { now: app.clock().getTime(), lastChangeId: null })

  async function render(request: FastifyRequest, page: Page, roleGroup: RoleGroup | null): Promise<Rendering> {
    const initialState = stateOf(request, page)
    let data: string | null = null
    const result = (rendered: RenderedPage | null) => ({
      rendered,
      initialState: withData(initialState, rendered?.leadsTo === undefined ? data : null),
    })
    if (renderer === null || timeout <= 0 || isVisitorsHome(request)) return result(null)
    const deadline = Date.now() + timeout
    const language = pageLanguage(request)
    const onLoaded = (loaded: string) => {
      data = loaded
    }
    const rendering = renderer(
      { address: page.address, language, roleGroup, initialState, deadline },
      { read: page.read, onLoaded },
    ).then(result, (error) => {
      const route = request.routeOptions.url
      request.log.error({ err: withoutMessage(error), route, screen: page.screen }, 'a page could not be rendered')
      return result(null)
    })
    return Promise.race([rendering, setTimeout(timeout, null, { ref: false }).then(result)])
  }

  /** A page that was rendered for other requests too is sent with the state of this one. */
  function reply(
    request: FastifyRequest,
    response: FastifyReply,
    page: Page,
    { rendered, initialState = stateOf(request, page) }: Pick<Rendering, 'rendered'> & Partial<Rendering>,
  ): FastifyReply {
    response.header('cache-control', 'no-store')
    response.pageIsRendered = rendered !== null
    if (rendered?.leadsTo !== undefined) return response.redirect(rendered.leadsTo, 303)
    const data = {
      initialState,
      language: pageLanguage(request),
      screen: page.screen,
      // Unless it is rendered, the browser leaves the home page for its screen by itself.
      search:
        pathOf(request) === '/' ? homeSearchOf(page.screen, request.session?.group ?? null) : (request.query as object),
      theme: requestTheme(request),
      isMenuCollapsed: request.cookies.menu === 'collapsed',
    }
    return response
      .code(page.status)
      .type('text/html; charset=utf-8')
      .send(rendered === null ? html.shell(data) : html.rendered({ ...data, ...rendered }))
  }

  async function send(request: FastifyRequest, response: FastifyReply, page: Page): Promise<FastifyReply> {
    return reply(request, response, page, await render(request, page, request.session?.group ?? null))
  }

  /** Sends the 500 page, which needs no database; null if the request is not for a page. */
  function sendErrorPage(request: FastifyRequest, response: FastifyReply, status: number) {
    if (!isPageRequest(request)) return null
    const address = `/500?from=${encodeURIComponent(request.url)}`
    return send(request, response, { screen: '500', address, status, read: null })
  }

  return { render, reply, send, sendErrorPage }
}

/** `InitialState` as JSON, before the queries of the page are read. */
function serializeState(
  { profile, providerCheckAt }: Page,
  config: string,
  { now, lastChangeId }: Pick<InitialState, 'now' | 'lastChangeId'>,
): string {
  const userState = { ...(profile !== undefined && { profile }), now, lastChangeId }
  const check = providerCheckAt && { providerCheckAt: providerCheckAt.getTime() }
  return `{"config":${config},${JSON.stringify({ ...userState, ...check }).slice(1)}`
}

/** Both are JSON. */
function withData(initialState: string, data: string | null): string {
  return data === null ? initialState : `${initialState.slice(0, -1)},"data":${data}}`
}

/** A visitor's home page is not rendered: the browser goes to sign-in at once. */
function isVisitorsHome(request: FastifyRequest): boolean {
  return request.session === null && pathOf(request) === '/'
}

/** The message of a rendering error may quote the address, which can hold a one-time secret. */
function withoutMessage(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return Object.assign(new Error('not logged: it may quote the address'), {
    name: error.name,
    stack: ['Error', ...frames].join('\n'),
  })
}

/** Whether the answer is a page. A missing asset is 404: a page in its place would hide a new release (D-32). */
export function isPageRequest(request: FastifyRequest): boolean {
  const isPage = request.routeOptions.config.page !== undefined
  return isPage && !isUnderApi(request.url) && !pathOf(request).startsWith('/assets/')
}

function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}
