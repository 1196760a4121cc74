import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientMetadata, Configuration } from 'oidc-provider'
import { Provider } from 'oidc-provider/lib/provider.js'

export const client = { client_id: 'lk-app', client_secret: 'k3y-of:the-school' }
export const subject = 'anna'

/** What the provider reports of a login; `claims` are those of the ID token. */
export type Login = { amr?: string[]; acr?: string; claims?: Record<string, unknown> }

/** A method that the types of the library lack. */
type BackchannelClient = { backchannelLogout: (accountId: string) => Promise<void> }

/** A real OpenID provider that signs `anna` in without asking, as `login` says. */
export async function startOidcProvider(
  publicUrl: string,
  { features, ...changes }: Configuration = {},
  registration: Partial<ClientMetadata> = {},
) {
  const server = createServer((request, response) => void callback(request, response))
  await once(server.listen(0, 'localhost'), 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const behaviour: { login: Login; subject: string } = { login: {}, subject }
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${publicUrl}/auth/oauth-result`],
        token_endpoint_auth_method: 'client_secret_post',
        require_auth_time: true,
        ...registration,
      },
    ],
    claims: {
      openid: ['sub', 'amr', 'acr', 'groups', 'phone_number', 'phone_number_verified'],
      profile: ['name', 'given_name', 'middle_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: 'Белова Анна', ...behaviour.login.claims }),
    }),
    async loadExistingGrant({ oidc: { client: asking, session } }) {
      const grant = new provider.Grant({ clientId: asking?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['of the test'] },
    // Its own request would refuse our server, as it is on this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    ...changes,
    features: { devInteractions: { enabled: false }, ...features },
  })
  const answer = provider.callback()
  async function callback(...[request, response]: Parameters<typeof answer>) {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { amr, acr } = behaviour.login
    const login = { accountId: behaviour.subject, ...(amr && { amr }), ...(acr && { acr }) }
    return provider.interactionFinished(request, response, { login })
  }

  return {
    issuer,
    behaviour,
    variables: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret },
    /** Ends the sessions of the person at our server by back-channel logout. */
    async endSessions() {
      const registered = await provider.Client.find(client.client_id)
      await (registered as unknown as BackchannelClient).backchannelLogout(behaviour.subject)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
