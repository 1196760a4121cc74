import { StartupError } from '#server/startup-error.ts'
import { type RoleRule, readRoleRule } from './role-claims.ts'

/** Client authentication: Basic header, form field, or none for public clients. */
export const clientAuthMethods = ['basic', 'post', 'none'] as const
export type ClientAuthMethod = (typeof clientAuthMethods)[number]

export const defaultScopes = 'openid profile email'

type Given = {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_CLIENT_AUTH?: ClientAuthMethod | undefined
  OIDC_ROLES_CLAIM?: string | undefined
  OIDC_ROLES_MAP?: string | undefined
}

/** Reads the roles mapping of an external issuer and checks that the OIDC variables fit together. */
export function readOidcRoleRule(given: Given): RoleRule | null {
  const { OIDC_ISSUER, OIDC_CLIENT_SECRET, OIDC_CLIENT_AUTH } = given
  const forOwnIssuer = (['OIDC_CLIENT_AUTH', 'OIDC_ROLES_CLAIM'] as const).find((name) => given[name] !== undefined)
  if (forOwnIssuer && !OIDC_ISSUER) throw new StartupError(`OIDC_ISSUER: needed with ${forOwnIssuer}.`)
  if (OIDC_CLIENT_AUTH === 'none' && OIDC_CLIENT_SECRET)
    throw new StartupError('OIDC_CLIENT_SECRET: not used with OIDC_CLIENT_AUTH=none; remove one of them.')
  if (OIDC_CLIENT_AUTH && OIDC_CLIENT_AUTH !== 'none' && !OIDC_CLIENT_SECRET)
    throw new StartupError(`OIDC_CLIENT_SECRET: needed with OIDC_CLIENT_AUTH=${OIDC_CLIENT_AUTH}.`)
  return readRoleRule(given.OIDC_ROLES_CLAIM, given.OIDC_ROLES_MAP)
}
