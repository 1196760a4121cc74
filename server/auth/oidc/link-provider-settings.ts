import { StartupError } from '#server/startup-error.ts'

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
      throw new StartupError(`${variable('ISSUER')}: Invalid URL`)
    const clientId = variables[variable('CLIENT_ID')]
    if (!clientId) throw new StartupError(`${variable('CLIENT_ID')}: needed with ${variable('ISSUER')}.`)
    return [{ name, issuer, clientId, clientSecret: variables[variable('CLIENT_SECRET')] || undefined }]
  })
}
