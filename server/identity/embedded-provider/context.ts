import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { problemTypes } from '#contract/problem.ts'
import { isAway } from '#server/db/away.ts'
import { worthAnotherTry } from '#server/refusal.ts'

/** The context of a page that is ours rather than oidc-provider's. */
export type PageContext = Parameters<Parameters<Provider['use']>[0]>[0]

/** Set by oidc-provider on the addresses it knows. */
export function oidcOf(context: PageContext): KoaContextWithOIDC['oidc'] | undefined {
  return 'oidc' in context ? (context as KoaContextWithOIDC).oidc : undefined
}

export function showPage(context: { status: number; type: string; body: unknown }, status: number, page: string): void {
  context.status = status
  context.type = 'html'
  context.body = page
}

type Answer = { status: number; set: (name: string, value: string) => void }

/** After the answer to what failed: a database that is away may be back in a moment, and it is said when to ask again. */
export function sayWhetherAway(context: Answer, error: unknown): void {
  if (!isAway(error)) return
  context.status = problemTypes.unavailable
  context.set('retry-after', String(worthAnotherTry))
}
