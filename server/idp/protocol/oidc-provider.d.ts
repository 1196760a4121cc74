/** The package's main entry prints a warning on Node versions that are not LTS. This inner module does not. */
declare module 'oidc-provider/lib/provider.js' {
  import type OidcProvider from 'oidc-provider'

  export const Provider: typeof OidcProvider
}
