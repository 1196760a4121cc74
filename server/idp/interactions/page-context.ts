import type { FastifyBaseLogger } from 'fastify'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Locale, Theme } from '#contract/enumerations.ts'
import { problemTypes } from '#contract/problem.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import { type NoticePageKind, noticePage } from '#server/html/notice-page.ts'
import { inTheme, pageHeaders } from '#server/html/page-layout.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { HttpError, unavailableRetryAfter } from '#server/http/http-error.ts'
import { chooseLanguage } from '#server/http/request-language.ts'
import { themeOf } from '#server/http/request-theme.ts'
import { findInvalidText, isValidText } from '#server/http/text-validation.ts'

/** Koa context of our own pages. */
export type PageContext = Parameters<Parameters<Provider['use']>[0]>[0]
type Next = () => Promise<void>

/** Set by oidc-provider on its own routes. */
export function oidcContext(context: PageContext): KoaContextWithOIDC['oidc'] | undefined {
  return 'oidc' in context ? (context as KoaContextWithOIDC).oidc : undefined
}

type Pages = {
  provider: Provider
  site: PageSite
  log: FastifyBaseLogger
  serve: (context: PageContext, next: Next) => Promise<unknown>
}

/** Middleware around oidc-provider: response headers, our own pages and error pages. */
export function servePages({ provider, site, log, serve }: Pages) {
  const headers = pageHeaders(site)

  return async (context: PageContext, next: Next): Promise<void> => {
    context.set(headers)
    context.state.theme = rememberedTheme(context)
    if (findInvalidText(context.query).length > 0) return sendNotice(context, 400, 'refused', site)
    try {
      await serve(context, next)
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return sendExpiredPage(provider, context, site)
      if (error instanceof HttpError && error.type === 'unavailable') {
        context.set('retry-after', String(error.retryAfter))
        return sendNotice(context, error.status, 'busy', site)
      }
      log.error({ err: error }, 'a page of the identity provider failed')
      sendNotice(context, 500, 'failed', site)
      return setRetryAfter(context, error)
    }
    if (context.status === 404 && !context.body && context.accepts('json', 'html') === 'html')
      sendNotice(context, 404, 'notFound', site)
  }
}

/**
 * The interaction has expired or belongs to another browser. Going back to the page after signing in is not an error: it
 * redirects to the application.
 */
export async function sendExpiredPage(provider: Provider, context: PageContext, site: PageSite): Promise<void> {
  const { accountId } = await provider.Session.get(context)
  if (accountId !== undefined && context.method === 'GET') return context.redirect(site.home)
  sendNotice(context, 400, 'expired', site)
}

export function sendNotice(context: PageContext, status: number, notice: NoticePageKind, site: PageSite): void {
  sendPage(context, status, noticePage({ language: languageOf(context), site, notice }))
}

type SentPage = Pick<PageContext, 'status' | 'type' | 'body' | 'state'>

export function sendPage(context: SentPage, status: number, page: string): void {
  context.status = status
  context.type = 'html'
  context.body = inTheme(page, themeOf(context.state.theme))
}

const themeCookie = 'idp_theme'

/** The theme of the authorization request, for the pages that follow it: the cookies of the application are on its origin. */
export function rememberTheme(context: PageContext): void {
  const theme = themeOf(context.query.theme)
  const isSystem = theme === 'system'
  if (isSystem && context.cookies.get(themeCookie, { signed: false }) === undefined) return
  context.cookies.set(themeCookie, isSystem ? null : theme, {
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
    signed: false,
    ...(!isSystem && { maxAge: 365 * 24 * 60 * 60_000 }),
  })
}

/** Of the authorization request, else of the one before. Read first: a request whose body was refused has no cookies any more. */
function rememberedTheme({ query, cookies }: PageContext): Theme {
  return themeOf(query.theme ?? cookies.get(themeCookie, { signed: false }))
}

/** Language of a page: of the submitted form, else of a link on a page, else of the authorization request. */
export function languageOf(
  context: Pick<PageContext, 'query' | 'get'>,
  { params = {} }: { params?: Readonly<Record<string, unknown>> | undefined } = {},
  submitted?: string | null,
): Locale {
  return chooseLanguage(submitted, context.query.lang, params.ui_locales, context.get('accept-language'))
}

/** Turns a connection error into 503 with Retry-After. Call it after the error response was set. */
export function setRetryAfter(
  context: { status: number; set: (name: string, value: string) => void },
  error: unknown,
): void {
  if (!isConnectionError(error)) return
  context.status = problemTypes.unavailable
  context.set('retry-after', String(unavailableRetryAfter))
}

const maxFormBytes = 8 * 1024

/**
 * Fields of a posted form. Null if it is too large, of another type, of another origin (the interaction cookie is
 * SameSite=Lax), or holds text that cannot be stored.
 */
export async function readForm(context: PageContext): Promise<URLSearchParams | null> {
  if (!['', 'same-origin'].includes(context.get('sec-fetch-site'))) return null
  if (!context.get('content-type').startsWith('application/x-www-form-urlencoded')) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of context.req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxFormBytes) return null
    chunks.push(chunk)
  }
  const fields = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  return [...fields.values()].every(isValidText) ? fields : null
}
