import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'

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
