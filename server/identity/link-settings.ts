import { StartFailure } from '#server/start-failure.ts'

/** An OpenID provider whose accounts can be linked. */
export type LinkProvider = { name: string; issuer: string; clientId: string; clientSecret: string | undefined }

/** What LINK_<NAME>_ISSUER, _CLIENT_ID and _CLIENT_SECRET say of the named providers; one without an issuer is left out. */
export function configuredProviders(
  names: readonly string[],
  variables: Record<string, string | undefined>,
): LinkProvider[] {
  return names.flatMap((name) => {
    const variable = (part: string) => `LINK_${name.toUpperCase()}_${part}`
    const issuer = variables[variable('ISSUER')]
    if (!issuer) return []
    if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer))
      throw new StartFailure(`${variable('ISSUER')}: Invalid URL`)
    const clientId = variables[variable('CLIENT_ID')]
    if (!clientId) throw new StartFailure(`${variable('CLIENT_ID')}: needed with ${variable('ISSUER')}.`)
    return [{ name, issuer, clientId, clientSecret: variables[variable('CLIENT_SECRET')] || undefined }]
  })
}
