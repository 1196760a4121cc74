import * as oidc from 'openid-client'
import type { ClientAuthMethod, ClientKey } from '#server/environment/oidc-settings.ts'
import { ClientRefused, CodeSpent, type ErrorResponse, isInvalidGrant, readErrorResponse } from './errors.ts'

type Credentials = {
  clientId: string
  clientSecret?: string | undefined
  clientKey?: ClientKey | null
  /** Default: what the provider's metadata offer. */
  clientAuth?: ClientAuthMethod | undefined
}

/** One way of sending the credentials; `name` is for the log. */
type AuthenticationVariant = { name: string; authenticate: oidc.ClientAuth }

export type ClientAuthentication = ReturnType<typeof createClientAuthentication>

/**
 * Client authentication at the token endpoint and for pushed authorization requests. Some providers compare what RFC 6749
 * encodes in the Basic header without decoding it (`lk-app` arrives as `lk%2Dapp`), and some announce methods that they do
 * not accept. So a refused client tries the next variant; the accepted one is remembered for the process.
 */
export function createClientAuthentication(credentials: Credentials) {
  let accepted: string | undefined

  /**
   * Runs `request` with one variant after the other until the provider accepts the client. `CodeSpent`: a variant was
   * refused and the next one was accepted without the code; some providers spend it before they refuse.
   */
  return async <Result>(
    server: oidc.ServerMetadata,
    request: (authenticate: oidc.ClientAuth) => Promise<Result>,
  ): Promise<Result> => {
    const refusals: ({ method: string } & Partial<ErrorResponse>)[] = []
    const all = variantsFor(server, credentials)
    for (const { name, authenticate } of all.toSorted((one, other) => rank(one) - rank(other))) {
      try {
        const result = await request(authenticate)
        accepted = name
        return result
      } catch (error) {
        if (!isClientRefused(error)) {
          const isFirst = accepted === undefined
          accepted ??= name
          if (refusals.length === 0 || !isInvalidGrant(error)) throw error
          if (isFirst) throw new CodeSpent()
        }
        refusals.push({ method: name, ...(await readErrorResponse(error)) })
      }
    }
    throw new ClientRefused(refusals)
  }

  function rank({ name }: AuthenticationVariant): number {
    return name === accepted ? 0 : 1
  }
}

/** In the order in which they are tried. `post` is first, because it has no encoding that could be misread. */
function variantsFor(server: oidc.ServerMetadata, credentials: Credentials): AuthenticationVariant[] {
  const { clientSecret, clientKey, clientAuth } = credentials
  if (clientKey) return keyVariants(server, clientKey)
  if (clientSecret === undefined || clientAuth === 'none') return [{ name: 'none', authenticate: oidc.None() }]
  const post = { name: 'client_secret_post', authenticate: oidc.ClientSecretPost(clientSecret) }
  const basic = basicVariants(credentials.clientId, clientSecret)
  if (clientAuth === 'post') return [post]
  if (clientAuth === 'basic') return basic
  // OpenID Connect assumes `client_secret_basic` if the provider lists no method.
  const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return offered.includes('client_secret_post') ? [post, ...basic] : [...basic, post]
}

function basicVariants(clientId: string, clientSecret: string): AuthenticationVariant[] {
  const encoded = { name: 'client_secret_basic', authenticate: oidc.ClientSecretBasic(clientSecret) }
  if (/^[A-Za-z\d]*$/.test(clientId + clientSecret)) return [encoded]
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const authenticate: oidc.ClientAuth = (_server, _client, _body, headers) =>
    headers.set('authorization', `Basic ${credentials}`)
  return [encoded, { name: 'client_secret_basic without URL-encoding', authenticate }]
}

/** The audience of the assertion is the issuer; older providers expect the address of the token endpoint. */
function keyVariants(server: oidc.ServerMetadata, { key, kid }: ClientKey): AuthenticationVariant[] {
  // Node.js knows more usages of keys than the types of the library.
  const privateKey = { key: key as CryptoKey, ...(kid !== undefined && { kid }) }
  const withAudience = (audience: string | undefined) =>
    oidc.PrivateKeyJwt(privateKey, {
      [oidc.modifyAssertion]: (_header, payload) => {
        if (audience !== undefined) payload.aud = audience
      },
    })
  return [
    { name: 'private_key_jwt', authenticate: withAudience(server.issuer) },
    { name: 'private_key_jwt for the token endpoint', authenticate: withAudience(server.token_endpoint) },
  ]
}

/** RFC 6749, 5.2: `invalid_client`; Glewlwyd answers `unauthorized_client`. */
function isClientRefused(error: unknown): boolean {
  if (error instanceof oidc.WWWAuthenticateChallengeError) return error.status === 401
  return (
    error instanceof oidc.ResponseBodyError &&
    (error.error === 'invalid_client' || error.error === 'unauthorized_client')
  )
}
