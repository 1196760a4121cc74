import type { Env } from '#server/env.ts'
import { createOidcClient, type OidcClient } from './client.ts'
import type { OidcClientOptions } from './discovery.ts'

/** OIDC client of the sign-in: for the embedded provider, or for the external issuer of `env`. */
export function createSignInClient(
  env: Env,
  embedded: { issuer: string; clientSecret: string } | null,
  surroundings: Pick<OidcClientOptions, 'clock' | 'log'>,
): OidcClient {
  const client = { clientId: env.OIDC_CLIENT_ID, publicUrl: env.PUBLIC_URL, ...surroundings }
  if (embedded) return createOidcClient({ ...client, issuer: embedded.issuer, clientSecret: embedded.clientSecret })
  return createOidcClient({
    ...client,
    issuer: env.OIDC_ISSUER ?? env.IDP_PUBLIC_URL,
    clientSecret: env.OIDC_CLIENT_SECRET,
    clientAuth: env.OIDC_CLIENT_AUTH,
    scope: env.OIDC_SCOPES,
    roleRule: env.ROLE_RULE,
  })
}
