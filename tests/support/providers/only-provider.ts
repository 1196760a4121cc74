import type { OidcClient } from '#server/auth/oidc/client.ts'
import {
  describeProvider,
  type MatchingRules,
  type SignInProviders,
  signInProviders,
} from '#server/auth/oidc/sign-in-providers.ts'
import { type Env, readEnv } from '#server/environment/env.ts'

/** The only provider of `env`, with a client of the test. */
export function onlyProvider(env: Env, client: OidcClient): SignInProviders {
  return signInProviders([describeProvider(client, env.PROVIDERS[0], env)])
}

/** The settings of an external provider with this issuer. */
export function externalProviders(issuer: string): Env['PROVIDERS'] {
  return readEnv({ OIDC_ISSUER: issuer, DEMO: 'on' }).PROVIDERS
}

/** Of a provider that may sign everyone in. */
export const everyPerson: MatchingRules = { isForStaff: true, matchesContacts: true, staffIssuers: [] }
