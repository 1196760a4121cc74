import type { Locale } from '#contract/enumerations.ts'
import type { Env } from '#server/environment/env.ts'
import { embeddedIssuer, issuerKey } from '#server/environment/oidc-settings.ts'
import { type ProviderSettings, resultPath } from '#server/environment/provider-settings.ts'
import { createOidcClient, type OidcClient } from './client.ts'
import type { OidcClientOptions } from './discovery.ts'

/** A provider that people sign in with. */
export type SignInProvider = {
  /** From OIDC_PROVIDERS; `oidc` for the only external provider, `embedded` for ours. */
  name: string
  /** What `users.issuer` and `sessions.issuer` hold. */
  issuer: string
  isEmbedded: boolean
  /** Whether its redirect address is not that of the only provider. */
  hasOwnAddress: boolean
  /** After how many minutes it is asked again whether its session is open; null: never. */
  sessionCheckMinutes: number | null
  client: OidcClient
  /** On the button that chooses it. */
  title: Record<Locale, string>
  /** Domains of email addresses that choose it, in ASCII. */
  domains: readonly string[]
  matching: MatchingRules
}

/** Which people a provider may sign in. */
export type MatchingRules = {
  /** Whether people with roles of staff may sign in with it. */
  isForStaff: boolean
  /** Whether its verified contacts find people of the school. */
  matchesContacts: boolean
  /** Issuers of the providers for staff. */
  staffIssuers: readonly string[]
}

export type SignInProviders = ReturnType<typeof signInProviders>

declare module 'fastify' {
  interface FastifyInstance {
    /** What people sign in with: the external identity providers, or the embedded one. */
    providers: SignInProviders
  }
}

/** At least one, in the order of the configuration. */
export function signInProviders(all: readonly SignInProvider[]) {
  const [first, ...others] = all
  return {
    all,
    /** The provider without which there is nothing to choose; null if there are several. */
    only: first && others.length === 0 ? first : null,
    byName: (name: string) => all.find((provider) => provider.name === name) ?? null,
    /** By the address of the issuer, with or without a slash at its end. */
    byIssuer: (issuer: string) => all.find((provider) => provider.issuer === issuerKey(issuer)) ?? null,
  }
}

/** The providers of `env`, or the embedded one. */
export function createSignInProviders(
  env: Env,
  embedded: { issuer: string; clientSecret: string } | null,
  options: Pick<OidcClientOptions, 'clock' | 'log' | 'timeout'>,
): SignInProviders {
  const common = { publicUrl: env.PUBLIC_URL, ...options }
  if (embedded) {
    const { issuer, clientSecret } = embedded
    const client = createOidcClient({ ...common, issuer, clientSecret, clientId: env.OIDC_CLIENT_ID })
    return signInProviders([describeProvider(client)])
  }
  return signInProviders(
    env.PROVIDERS.map((settings) => describeProvider(createOidcClient({ ...settings, ...common }), settings, env)),
  )
}

/** The provider of a client: of these settings, or the embedded one. */
export function describeProvider(
  client: OidcClient,
  settings?: ProviderSettings,
  { PROVIDERS }: Pick<Env, 'PROVIDERS'> = { PROVIDERS: [] },
): SignInProvider {
  if (!settings) {
    const matching = { isForStaff: true, matchesContacts: true, staffIssuers: [embeddedIssuer] }
    const title = { ru: embeddedIssuer, en: embeddedIssuer }
    return {
      name: embeddedIssuer,
      issuer: embeddedIssuer,
      isEmbedded: true,
      hasOwnAddress: false,
      sessionCheckMinutes: null,
      client,
      title,
      domains: [],
      matching,
    }
  }
  const { name, title, domains, sessionCheckMinutes, givesStaffRoles: isForStaff, matchesContacts } = settings
  const forStaff = PROVIDERS.filter(({ givesStaffRoles }) => givesStaffRoles)
  const staffIssuers = forStaff.map(({ issuer }) => issuerKey(issuer))
  const matching = { isForStaff, matchesContacts, staffIssuers }
  return {
    name,
    issuer: issuerKey(settings.issuer),
    isEmbedded: false,
    hasOwnAddress: settings.resultPath !== resultPath,
    sessionCheckMinutes,
    client,
    title,
    domains,
    matching,
  }
}
