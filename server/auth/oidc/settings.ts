import { neededWith, StartupError } from '#server/startup-error.ts'
import { type RoleRule, readRoleRule } from './claims.ts'

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
  if (forOwnIssuer && !OIDC_ISSUER) throw neededWith('OIDC_ISSUER', forOwnIssuer)
  if (OIDC_CLIENT_AUTH === 'none' && OIDC_CLIENT_SECRET)
    throw new StartupError({
      ru: 'OIDC_CLIENT_SECRET: с OIDC_CLIENT_AUTH=none не используется; уберите одно из двух.',
      en: 'OIDC_CLIENT_SECRET: not used with OIDC_CLIENT_AUTH=none; remove one of them.',
    })
  if (OIDC_CLIENT_AUTH && OIDC_CLIENT_AUTH !== 'none' && !OIDC_CLIENT_SECRET)
    throw neededWith('OIDC_CLIENT_SECRET', `OIDC_CLIENT_AUTH=${OIDC_CLIENT_AUTH}`)
  return readRoleRule(given.OIDC_ROLES_CLAIM, given.OIDC_ROLES_MAP)
}

/** An OpenID provider whose accounts users can link. */
export type LinkProvider = { name: string; issuer: string; clientId: string; clientSecret: string | undefined }

/** Reads LINK_<NAME>_ISSUER, _CLIENT_ID and _CLIENT_SECRET. Providers without an issuer are skipped. */
export function readLinkProviders(
  names: readonly string[],
  variables: Record<string, string | undefined>,
): LinkProvider[] {
  return names.flatMap((name) => {
    const variable = (part: string) => `LINK_${name.toUpperCase()}_${part}`
    const issuer = variables[variable('ISSUER')]
    if (!issuer) return []
    if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer))
      throw new StartupError({
        ru: `${variable('ISSUER')}: нужен адрес вида https://id.example.`,
        en: `${variable('ISSUER')}: must be an address such as https://id.example.`,
      })
    const clientId = variables[variable('CLIENT_ID')]
    if (!clientId) throw neededWith(variable('CLIENT_ID'), variable('ISSUER'))
    return [{ name, issuer, clientId, clientSecret: variables[variable('CLIENT_SECRET')] || undefined }]
  })
}
