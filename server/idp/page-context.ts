import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { problemTypes } from '#contract/problem.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import { unavailableRetryAfter } from '#server/http-error.ts'

/** Koa context of our own pages. */
export type PageContext = Parameters<Parameters<Provider['use']>[0]>[0]

/** Set by oidc-provider on its own routes. */
export function oidcContext(context: PageContext): KoaContextWithOIDC['oidc'] | undefined {
  return 'oidc' in context ? (context as KoaContextWithOIDC).oidc : undefined
}

export function sendPage(context: { status: number; type: string; body: unknown }, status: number, page: string): void {
  context.status = status
  context.type = 'html'
  context.body = page
}

type Answer = { status: number; set: (name: string, value: string) => void }

/** Turns a connection error into 503 with Retry-After. Call it after the error response was set. */
export function setRetryAfter(context: Answer, error: unknown): void {
  if (!isConnectionError(error)) return
  context.status = problemTypes.unavailable
  context.set('retry-after', String(unavailableRetryAfter))
}
