import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply =
  | { status?: number; type?: string; challenge?: string; location?: string; body: string }
  | 'silence'
  | 'hang up'
type Endpoint = 'discovery' | 'jwks' | 'token' | 'userinfo'

type Asked = { endpoint: Endpoint; path: string; headers: IncomingMessage['headers']; form: URLSearchParams }

/** A scriptable identity provider, mainly for faulty responses. */
export type Issuer = Awaited<ReturnType<typeof startIssuer>>

export async function startIssuer() {
  let key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const asked: Asked[] = []
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}`

  const behaviour: {
    replies: { [E in Endpoint]?: Reply | Reply[] | undefined }
    /** Changes to the discovery document. */
    metadata: Record<string, unknown>
    /** Changes to the ID token's claims. */
    claims: Record<string, unknown>
    signedBy: KeyObject | 'none'
    /** Key id in the header of the ID token. */
    kid: string
    alg: 'ES256' | 'RS256'
    /** Whether the client authentication of a token request is right; else the answer is that of LemonLDAP::NG. */
    acceptsClient: (request: Asked) => boolean
    /** Addresses that answer 404. */
    gone: string[]
  } = {
    replies: {},
    metadata: {},
    claims: {},
    signedBy: key.privateKey,
    kid: 'one',
    alg: 'ES256',
    gone: [],
    acceptsClient: () => true,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = endpointOf(request.url ?? '')
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const question = { endpoint, path: request.url ?? '', headers: request.headers, form }
    asked.push(question)
    if (behaviour.gone.includes(question.path)) return void response.writeHead(404).end('not here')
    if (endpoint === 'token' && !behaviour.acceptsClient(question)) {
      const hasHeader = request.headers.authorization !== undefined
      if (hasHeader) response.setHeader('www-authenticate', 'Basic')
      return send(response, { status: hasHeader ? 401 : 400, body: '{"error":"invalid_client"}' })
    }
    send(response, nextReply(endpoint) ?? { body: JSON.stringify(usual[endpoint]()) })
  }

  function nextReply(endpoint: Endpoint): Reply | undefined {
    const reply = behaviour.replies[endpoint]
    return Array.isArray(reply) ? reply.shift() : reply
  }

  const usual: Record<Endpoint, () => object> = {
    discovery: () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/end`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      ...behaviour.metadata,
    }),
    jwks: () => ({
      keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: behaviour.alg }],
    }),
    token: () => ({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken() }),
    userinfo: () => ({ sub: 'anna', given_name: 'Анна', family_name: 'Белова' }),
  }

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: 'client',
      sub: 'anna',
      name: 'Анна Белова',
      iat: now,
      exp: now + 60,
      ...behaviour.claims,
    }
    const header = behaviour.signedBy === 'none' ? { alg: 'none' } : { alg: behaviour.alg, kid: behaviour.kid }
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    if (behaviour.signedBy === 'none') return `${signed}.`
    const signature = sign('sha256', Buffer.from(signed), { key: behaviour.signedBy, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }

  return {
    issuer,
    behaviour,
    asked,
    anotherKey: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    /** Replaces the first key by another one with the same id. */
    changeKey(alg: 'ES256' | 'RS256' = 'ES256'): void {
      key =
        alg === 'ES256'
          ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
          : generateKeyPairSync('rsa', { modulusLength: 2048 })
      Object.assign(behaviour, { signedBy: key.privateKey, alg })
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    /** After `stop`, on the same port. */
    async startAgain() {
      server.listen(port, 'localhost')
      await once(server, 'listening')
    },
  }
}

function endpointOf(url: string): Endpoint {
  if (url.includes('/.well-known/')) return 'discovery'
  return url.startsWith('/jwks') ? 'jwks' : url.startsWith('/token') ? 'token' : 'userinfo'
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return
  if (reply === 'hang up') return void response.destroy()
  if (reply.location) response.setHeader('location', reply.location)
  if (reply.challenge !== undefined) response.setHeader('www-authenticate', reply.challenge)
  response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'application/json' }).end(reply.body)
}
