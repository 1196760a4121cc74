import { createOidcClient, type OidcClient } from './client.ts'
import type { OidcClientOptions } from './discovery.ts'
import type { LinkProvider } from './link-provider-settings.ts'

/** OIDC clients by provider name. */
export type LinkProviderClients = ReadonlyMap<string, OidcClient>

export function createLinkProviderClients(
  providers: readonly LinkProvider[],
  common: Pick<OidcClientOptions, 'publicUrl' | 'clock' | 'log'>,
  resultPath: (name: string) => string = linkCallbackPath,
): LinkProviderClients {
  return new Map(
    providers.map(({ name, ...provider }) => [
      name,
      createOidcClient({ ...common, ...provider, resultPath: resultPath(name) }),
    ]),
  )
}

/** Redirect path after linking an account. */
export function linkCallbackPath(name: string): string {
  return `/auth/link-result/${name}`
}

/** Redirect path of the embedded provider after a sign-in through a linked account. */
export function signInCallbackPath(name: string): string {
  return `/sign-in-result/${name}`
}
