import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { oauthProvider } from '@better-auth/oauth-provider'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { toNodeHandler } from 'better-auth/node'
import { jwt } from 'better-auth/plugins'

type Account = { email: string; password: string; name: string; isVerified: boolean; groups: string[] }
type Method = 'client_secret_basic' | 'client_secret_post' | 'none'

type Registration = {
  adminCreateOAuthClient(asked: {
    headers: Headers
    body: Record<string, unknown>
  }): Promise<{ client_id: string; client_secret?: string }>
}

const models = ['user', 'session', 'account', 'verification', 'jwks']
const oauthModels = ['oauthClient', 'oauthAccessToken', 'oauthRefreshToken', 'oauthConsent']

/** An OpenID provider that shares no code with ours: Better Auth, in memory, with a sign-in page. */
export type SecondProvider = Awaited<ReturnType<typeof startSecondProvider>>

export async function startSecondProvider(publicUrl: string) {
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, 'localhost'), 'listening')
  const address = `http://localhost:${(server.address() as AddressInfo).port}`
  const behaviour = { endsSessions: true }
  const tables: Record<string, Record<string, unknown>[]> = Object.fromEntries(
    [...models, ...oauthModels].map((name) => [name, []]),
  )
  const groupsOf = ({ user }: { user?: Record<string, unknown> | null }) => ({ school: { groups: user?.groups } })
  const options = {
    loginPage: '/login',
    consentPage: '/consent',
    silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    customIdTokenClaims: groupsOf,
  }
  // Its types do not support `exactOptionalPropertyTypes`.
  const plugin = oauthProvider(options) as unknown as BetterAuthPlugin
  const auth = betterAuth({
    baseURL: address,
    secret: 'nobody else has a secret of this kind: 9Zt!x',
    database: memoryAdapter(tables),
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    user: { additionalFields: { groups: { type: 'string[]', required: false } } },
    plugins: [jwt({ jwks: { keyPairConfig: { alg: 'RS256' } } }), plugin],
  })
  const { adminCreateOAuthClient } = auth.api as unknown as Registration
  const handle = toNodeHandler(auth)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', address)
    if (!behaviour.endsSessions && url.pathname.endsWith('/.well-known/openid-configuration')) {
      const metadata = (await (await auth.handler(new Request(url))).json()) as Record<string, unknown>
      delete metadata.end_session_endpoint
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
    }
    // Browsers send this header; without it the requests of the tests would be treated as an API client's.
    if (url.pathname !== '/login') {
      if (request.headers.accept?.includes('text/html')) request.headers['sec-fetch-mode'] = 'navigate'
      return handle(request, response)
    }
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end('<form></form>')
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const body = { email: form.login, password: form.password, oauth_query: url.search.slice(1) }
    const headers = { 'content-type': 'application/json', origin: address }
    const asked = new Request(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const signedIn = await auth.handler(asked)
    const { url: location } = (await signedIn.json()) as { url: string }
    response.writeHead(302, { location, 'set-cookie': signedIn.headers.getSetCookie() }).end()
  }

  async function addAccount({ isVerified, ...account }: Account): Promise<{ cookie: string; id: string }> {
    const signedUp = await auth.api.signUpEmail({ body: account, asResponse: true })
    const { user } = (await signedUp.json()) as { user: { id: string } }
    change(user.id, { emailVerified: isVerified })
    const cookie = signedUp.headers.getSetCookie().map((line) => line.split(';')[0])
    return { cookie: cookie.join('; '), id: user.id }
  }

  function change(id: string, values: Record<string, unknown>): void {
    Object.assign(tables.user?.find((user) => user.id === id) ?? {}, values)
  }

  const registrar = await addAccount({
    email: 'registrar@id.example',
    password: 'nobody-types-this',
    name: 'Registrar',
    isVerified: true,
    groups: [],
  })

  return {
    issuer: `${address}/api/auth`,
    /** `endsSessions`: the discovery document has an `end_session_endpoint`. */
    behaviour,
    addAccount,
    change,
    /** Registers our client with the addresses that the README names for the administrator. */
    async register(method: Method): Promise<{ id: string; secret: string | undefined }> {
      const client = await adminCreateOAuthClient({
        headers: new Headers({ cookie: registrar.cookie }),
        body: {
          redirect_uris: [`${publicUrl}/auth/oauth-result`],
          post_logout_redirect_uris: [`${publicUrl}/`],
          token_endpoint_auth_method: method,
          skip_consent: true,
          enable_end_session: true,
        },
      })
      return { id: client.client_id, secret: client.client_secret }
    },
    /** Signs with a new key from now on, and removes the old one. */
    rotateKeys(): void {
      tables.jwks?.splice(0)
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
