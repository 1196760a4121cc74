import type { OidcClient } from '#server/auth/oidc/client.ts'
import { signInIssuers } from '#server/auth/oidc/issuer.ts'
import { type SignInProviders, signInProviders } from '#server/auth/oidc/sign-in-providers.ts'
import { type Env, readEnv } from '#server/env.ts'

/** The only provider of `env`, with a client of the test. */
export function onlyProvider(env: Env, client: OidcClient): SignInProviders {
  const [issuer = ''] = signInIssuers(env)
  const { name = 'embedded', sessionCheckMinutes = null } = env.PROVIDERS[0] ?? {}
  return signInProviders([{ name, issuer, isEmbedded: env.PROVIDERS.length === 0, sessionCheckMinutes, client }])
}

/** The settings of an external provider with this issuer. */
export function externalProviders(issuer: string): Env['PROVIDERS'] {
  return readEnv({ OIDC_ISSUER: issuer, DEMO: 'on' }).PROVIDERS
}
