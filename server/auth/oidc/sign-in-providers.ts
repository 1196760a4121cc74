import type { Env } from '#server/env.ts'
import { createOidcClient, type OidcClient } from './client.ts'
import type { OidcClientOptions } from './discovery.ts'
import { embeddedIssuer, issuerKey } from './settings.ts'

/** A provider that people sign in with. */
export type SignInProvider = {
  /** From OIDC_PROVIDERS; `oidc` for the only external provider, `embedded` for ours. */
  name: string
  /** What `users.issuer` and `sessions.issuer` hold. */
  issuer: string
  isEmbedded: boolean
  /** After how many minutes it is asked again whether its session is open; null: never. */
  sessionCheckMinutes: number | null
  client: OidcClient
}

export type SignInProviders = ReturnType<typeof signInProviders>

/** At least one, in the order of the configuration. */
export function signInProviders(all: readonly SignInProvider[]) {
  const [first, ...others] = all
  return {
    all,
    /** The provider without which there is nothing to choose; null if there are several. */
    only: first && others.length === 0 ? first : null,
    byName: (name: string) => all.find((provider) => provider.name === name) ?? null,
    /** By the address of the issuer, with or without a slash at its end. */
    byIssuer: (issuer: string) => all.find((provider) => provider.issuer === issuerKey(issuer)) ?? null,
  }
}

/** The providers of `env`, or the embedded one. */
export function createSignInProviders(
  env: Env,
  embedded: { issuer: string; clientSecret: string } | null,
  options: Pick<OidcClientOptions, 'clock' | 'log' | 'timeout'>,
): SignInProviders {
  const common = { publicUrl: env.PUBLIC_URL, ...options }
  if (embedded) {
    const { issuer, clientSecret } = embedded
    const client = createOidcClient({ ...common, issuer, clientSecret, clientId: env.OIDC_CLIENT_ID })
    return signInProviders([
      { name: embeddedIssuer, issuer: embeddedIssuer, isEmbedded: true, sessionCheckMinutes: null, client },
    ])
  }
  return signInProviders(
    env.PROVIDERS.map((settings) => ({
      name: settings.name,
      issuer: issuerKey(settings.issuer),
      isEmbedded: false,
      sessionCheckMinutes: settings.sessionCheckMinutes,
      client: createOidcClient({ ...settings, ...common }),
    })),
  )
}
