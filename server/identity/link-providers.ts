import type { LinkProvider } from './link-settings.ts'
import { createOidcClient, type OidcClient } from './oidc-client.ts'
import type { OidcClientOptions } from './oidc-discovery.ts'

/** One client a provider, by its name. */
export type LinkClients = ReadonlyMap<string, OidcClient>

export function createLinkClients(
  providers: readonly LinkProvider[],
  common: Pick<OidcClientOptions, 'publicUrl' | 'clock' | 'log'>,
  resultPath: (name: string) => string = linkResultPath,
): LinkClients {
  return new Map(
    providers.map(({ name, ...provider }) => [
      name,
      createOidcClient({ ...common, ...provider, resultPath: resultPath(name) }),
    ]),
  )
}

/** Where the provider sends back to whoever linked an account. */
export function linkResultPath(name: string): string {
  return `/auth/link-result/${name}`
}

/** Where at the embedded provider it sends back to whoever signs in through a linked account. */
export function signInResultPath(name: string): string {
  return `/sign-in-result/${name}`
}
