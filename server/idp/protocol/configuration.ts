import type { FastifyBaseLogger } from 'fastify'
import type OidcProvider from 'oidc-provider'
import type { AdapterFactory, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { Provider } from 'oidc-provider/lib/provider.js'
import { type NoticePageKind, noticePage, signOutPage } from '#server/html/notice-page.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { languageOf, sendPage, setRetryAfter } from '#server/idp/interactions/page-context.ts'
import type { ProviderKeys } from './keys.ts'

const hour = 60 * 60
const scope = 'openid profile email'

type ConfigurationOptions = {
  site: PageSite
  client: { id: string; secret: string; redirectUris: string[] }
  keys: Pick<ProviderKeys, 'signingKey' | 'cookieKey'>
  adapter: AdapterFactory
  /** Issuers on the same host need different cookie names and interaction paths. */
  cookiePrefix: string
  isHttps: boolean
  interactionPath: string
  /** Claims of an account; null if it does not exist. */
  claimsOf: (subject: string) => Promise<Record<string, string | boolean> | null>
}

/** oidc-provider with one first-party client: authorization code with PKCE, no consent, our own pages. */
function createConfiguration(options: ConfigurationOptions): Configuration {
  const { site, client, keys, adapter, cookiePrefix, isHttps, interactionPath, claimsOf } = options
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: isHttps || undefined } as const

  return {
    adapter,
    jwks: { keys: [keys.signingKey] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        post_logout_redirect_uris: [site.home],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    responseTypes: ['code'],
    scopes: scope.split(' '),
    claims: { openid: ['sub', 'amr'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    /** Reason why the previous session ended (`SessionEnd`), shown on the sign-in page. */
    extraParams: ['ended'],
    /** Name and email are in the ID token, which saves the UserInfo request. */
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    /**
     * The application always sends redirect_uri. Without this option oidc-provider fails on a resumed request that
     * lacks it.
     */
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: {
      names: {
        session: cookieNameAt('/', `${cookiePrefix}_session`, isHttps),
        interaction: cookieNameAt(interactionPath, `${cookiePrefix}_interaction`, isHttps),
        resume: cookieNameAt('/auth', `${cookiePrefix}_resume`, isHttps),
      },
      long: cookie,
      short: cookie,
      keys: [keys.cookieKey],
    },
    ttl: {
      AccessToken: 5 * 60,
      AuthorizationCode: 60,
      Grant: 12 * hour,
      IdToken: hour,
      /**
       * Shorter than the application's sign-in attempt, so that a slow user sees the expiry here and not after
       * signing in.
       */
      Interaction: 9 * 60,
      Session: 12 * hour,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (context, form) => signOutOrAsk(context, { form, site }),
        postLogoutSuccessSource: (context) => context.redirect(site.home),
      },
    },
    clientBasedCORS: () => false,
    interactions: { url: (_context, interaction) => `${interactionPath}/${interaction.uid}` },
    findAccount: async (_context, subject) => {
      const claims = await claimsOf(subject)
      return claims ? { accountId: subject, claims: () => ({ sub: subject, ...claims }) } : undefined
    },
    loadExistingGrant: grantOfOurClient,
    renderError: (context, _out, error) => {
      const { status, notice } = meaningOf(error)
      sendPage(context, status, noticePage({ language: languageOf(context, context.oidc), site, notice }))
    },
  }
}

/** The only client is the application itself, so consent is granted automatically. */
async function grantOfOurClient({ oidc }: KoaContextWithOIDC) {
  const { client, session, account, provider } = oidc
  if (!client || !account) return undefined
  const grantId = session?.grantIdFor(client.clientId)
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (known?.accountId === account.accountId) return known
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}

/** Signs out without confirmation if the ID token hint belongs to the signed-in user; otherwise asks. */
async function signOutOrAsk(
  context: KoaContextWithOIDC,
  { form, site }: { form: string; site: PageSite },
): Promise<void> {
  const { session, entities, params, provider } = context.oidc
  const hinted = entities.IdTokenHint?.payload
  // The provider session has already been ended from another device: nothing to confirm.
  const isOutAlready = hinted !== undefined && session?.accountId === undefined
  if (!session || (hinted?.sub !== session.accountId && !isOutAlready)) {
    return sendPage(context, 200, signOutPage({ language: languageOf(context, context.oidc), site, form }))
  }
  await session.destroy()
  context.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax', signed: true })
  context.redirect(typeof params?.post_logout_redirect_uri === 'string' ? params.post_logout_redirect_uri : site.home)
  context.status = 303
}

function meaningOf(error: Error): { status: number; notice: NoticePageKind } {
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status >= 500) return { status, notice: 'failed' }
  if (error.name === 'SessionNotFound') return { status, notice: 'expired' }
  return { status, notice: status === 404 ? 'notFound' : 'refused' }
}

/** Creates oidc-provider with our proxy settings and our log. */
export function createOidcProvider(
  issuer: string,
  configuration: Omit<ConfigurationOptions, 'isHttps'>,
  log: FastifyBaseLogger,
): OidcProvider {
  const provider = new Provider(issuer, createConfiguration({ ...configuration, isHttps: issuer.startsWith('https:') }))
  // Koa trusts X-Forwarded-* from any client: `normalizeForwardedHeaders` has removed values that no trusted proxy sent.
  provider.proxy = true
  // Koa would print errors of responses to the console.
  provider.silent = true
  provider.on('server_error', (context, error) => {
    log.error({ err: error, issuer }, 'the identity provider failed')
    setRetryAfter(context, error)
  })
  return provider
}

/** Browsers take a cookie with a prefix only over https, `__Host-` only for the path `/`: no other site can set it. */
export function cookieNameAt(path: string, name: string, isHttps: boolean): string {
  if (!isHttps) return name
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
}
