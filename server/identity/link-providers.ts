import type { LinkProvider } from './link-settings.ts'
import { createOidcClient, type OidcClient } from './oidc-client.ts'
import type { OidcClientOptions } from './oidc-discovery.ts'

/** One client a provider, by its name. */
export type LinkClients = ReadonlyMap<string, OidcClient>

declare module 'fastify' {
  interface FastifyInstance {
    links: LinkClients
  }
}

export function createLinkClients(
  providers: readonly LinkProvider[],
  common: Pick<OidcClientOptions, 'publicUrl' | 'clock' | 'log'>,
): LinkClients {
  return new Map(
    providers.map(({ name, ...provider }) => [
      name,
      createOidcClient({ ...common, ...provider, resultPath: linkResultPath(name) }),
    ]),
  )
}

/** Where the provider sends the person back to. */
export function linkResultPath(name: string): string {
  return `/auth/link-result/${name}`
}
