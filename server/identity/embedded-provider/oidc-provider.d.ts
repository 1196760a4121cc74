/** The package's front door warns on the console about every Node that is not LTS yet; this is the room behind it. */
declare module 'oidc-provider/lib/provider.js' {
  import type OidcProvider from 'oidc-provider'

  export const Provider: typeof OidcProvider
}
