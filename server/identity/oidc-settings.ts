import { StartFailure } from '#server/start-failure.ts'
import { type RoleRule, readRoleRule } from './role-claims.ts'

/** How the client shows its secret: in a header, in the form, or not at all, for it has none. */
export const clientAuthMethods = ['basic', 'post', 'none'] as const
export type ClientAuthMethod = (typeof clientAuthMethods)[number]

export const usualScopes = 'openid profile email'

type Given = {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_CLIENT_AUTH?: ClientAuthMethod | undefined
  OIDC_ROLES_CLAIM?: string | undefined
  OIDC_ROLES_MAP?: string | undefined
}

/** How an issuer of one's own tells of roles, after it is certain that what is said of that issuer goes together. */
export function readOidcRoles(given: Given): RoleRule | null {
  const { OIDC_ISSUER, OIDC_CLIENT_SECRET, OIDC_CLIENT_AUTH } = given
  const forOwnIssuer = (['OIDC_CLIENT_AUTH', 'OIDC_ROLES_CLAIM'] as const).find((name) => given[name] !== undefined)
  if (forOwnIssuer && !OIDC_ISSUER) throw new StartFailure(`OIDC_ISSUER: needed with ${forOwnIssuer}.`)
  if (OIDC_CLIENT_AUTH === 'none' && OIDC_CLIENT_SECRET)
    throw new StartFailure('OIDC_CLIENT_SECRET: shown to nobody with OIDC_CLIENT_AUTH=none; leave out one of them.')
  if (OIDC_CLIENT_AUTH && OIDC_CLIENT_AUTH !== 'none' && !OIDC_CLIENT_SECRET)
    throw new StartFailure(`OIDC_CLIENT_SECRET: needed with OIDC_CLIENT_AUTH=${OIDC_CLIENT_AUTH}.`)
  return readRoleRule(given.OIDC_ROLES_CLAIM, given.OIDC_ROLES_MAP)
}
