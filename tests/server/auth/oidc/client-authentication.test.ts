// Database: none.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Provider } from 'oidc-provider/lib/provider.js'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createOidcClient } from '#server/auth/oidc/client.ts'
import type { OidcClientOptions } from '#server/auth/oidc/discovery.ts'
import { CodeSpent } from '#server/auth/oidc/errors.ts'
import { readClientKey } from '#server/environment/oidc-settings.ts'
import { createLog } from '#server/terminal/log.ts'
import { type Issuer, startIssuer } from '#tests/support/server/issuer.ts'

const attempt = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }
const clientId = 'lk-app'
const clientSecret = 'not-a+simple~one'

let issuer: Issuer
const logged: Record<string, unknown>[] = []

beforeEach(async () => {
  issuer = await startIssuer()
  issuer.behaviour.claims = { nonce: attempt.nonce, aud: clientId }
  logged.length = 0
})
afterEach(() => issuer.stop())

function clientOf(changes: Partial<OidcClientOptions> = {}) {
  const log = createLog({ LOG_LEVEL: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const publicUrl = 'https://account.example'
  const fixed = { publicUrl, clock: () => new Date(), log, timeout: 5 }
  return createOidcClient({ issuer: issuer.issuer, clientId, clientSecret, ...fixed, ...changes })
}

const redeem = (client: ReturnType<typeof clientOf>, at = issuer.issuer) =>
  client.redeem({ code: 'the-code', state: attempt.state, iss: at }, attempt)

/** How each token request was authenticated. */
function methods() {
  return issuer.asked
    .filter(({ endpoint }) => endpoint === 'token')
    .map(({ headers: { authorization }, form }) => {
      if (authorization) return Buffer.from(authorization.slice('Basic '.length), 'base64').toString()
      return form.has('client_secret') ? 'post' : 'none'
    })
}

const encoded = 'lk%2Dapp:not%2Da%2Bsimple%7Eone'
const plain = `${clientId}:${clientSecret}`

/** Compares the Basic header without decoding it, as LemonLDAP::NG and Glewlwyd do. */
function comparesUndecoded(): void {
  issuer.behaviour.acceptsClient = ({ headers }) =>
    headers.authorization === `Basic ${Buffer.from(plain).toString('base64')}`
}

function offers(...token_endpoint_auth_methods_supported: string[]): void {
  issuer.behaviour.metadata = { token_endpoint_auth_methods_supported }
}

describe('A client with a secret', () => {
  test.each([
    [['client_secret_basic', 'client_secret_post'], ['post']],
    [['client_secret_post'], ['post']],
    [['client_secret_basic'], [encoded]],
  ])('of the methods %j uses %j', async (offered, used) => {
    offers(...offered)
    await redeem(clientOf())
    expect(methods()).toEqual(used)
  })

  test('and a dash signs in where the Basic header is compared undecoded; what was accepted is remembered', async () => {
    comparesUndecoded()
    const client = clientOf()
    await expect(redeem(client)).resolves.toMatchObject({ subject: 'anna' })
    expect(methods()).toEqual([encoded, plain])
    await redeem(client)
    expect(methods()).toEqual([encoded, plain, plain])
  })

  test('signs in where only one of the offered methods is accepted', async () => {
    offers('client_secret_basic', 'client_secret_post')
    issuer.behaviour.acceptsClient = ({ headers }) => headers.authorization !== undefined
    await expect(redeem(clientOf())).resolves.toMatchObject({ subject: 'anna' })
    expect(methods()).toEqual(['post', encoded])
  })

  test('signs in with the other method where an undocumented one is accepted', async () => {
    issuer.behaviour.acceptsClient = ({ form }) => form.get('client_secret') === clientSecret
    await expect(redeem(clientOf())).resolves.toMatchObject({ subject: 'anna' })
    expect(methods()).toEqual([encoded, plain, 'post'])
  })

  test('uses the configured method only', async () => {
    comparesUndecoded()
    await expect(redeem(clientOf({ clientAuth: 'post' }))).rejects.toMatchObject({ type: 'provider-unreachable' })
    await expect(redeem(clientOf({ clientAuth: 'basic' }))).resolves.toMatchObject({ subject: 'anna' })
    expect(methods()).toEqual(['post', encoded, plain])
  })

  test('that is wrong is reported also where a refusal spends the code', async () => {
    let requests = 0
    issuer.behaviour.acceptsClient = () => {
      requests += 1
      return requests > 1
    }
    issuer.behaviour.replies.token = { status: 400, body: '{"error":"invalid_grant"}' }
    const client = clientOf()
    await expect(redeem(client)).rejects.toBeInstanceOf(CodeSpent)
    requests = 0
    const seen = [
      'client_secret_basic without URL-encoding: 401 invalid_client',
      'client_secret_basic: 400 invalid_grant',
      'client_secret_post: 400 invalid_grant',
    ]
    await expect(redeem(client)).rejects.toMatchObject({ reason: 'client-rejected', facts: { seen: seen.join('; ') } })
  })

  test('that is refused in every way is reported with the settings and without the secret', async () => {
    issuer.behaviour.acceptsClient = () => false
    const seen = [
      'client_secret_basic: 401 invalid_client',
      'client_secret_basic without URL-encoding: 401 invalid_client',
      'client_secret_post: 400 invalid_client',
    ]
    await expect(redeem(clientOf())).rejects.toMatchObject({
      reason: 'client-rejected',
      facts: {
        setting: 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_KEY_FILE, OIDC_CLIENT_AUTH',
        seen: seen.join('; '),
      },
    })
    await expect(redeem(clientOf({ settingPrefix: 'LINK_VK' }))).rejects.toMatchObject({
      facts: { setting: 'LINK_VK_CLIENT_ID, LINK_VK_CLIENT_SECRET' },
    })
    expect(JSON.stringify(logged)).not.toContain(clientSecret)
  })
})

describe('A client with a key', () => {
  /** A provider that knows the public key of this client. */
  async function providerKnowing(publicKey: KeyObject) {
    const server = createServer((request, response) => void callback(request, response))
    await once(server.listen(0, 'localhost'), 'listening')
    const address = `http://localhost:${(server.address() as AddressInfo).port}`
    const client = {
      client_id: clientId,
      redirect_uris: ['https://account.example/auth/oauth-result'],
      token_endpoint_auth_method: 'private_key_jwt' as const,
      jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'ours' }] },
    }
    const callback = new Provider(address, { clients: [client] }).callback()
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return address
  }

  function keyFileOf(content: string): string {
    const path = join(tmpdir(), `client-key-${crypto.randomUUID()}`)
    writeFileSync(path, content)
    onTestFinished(() => rmSync(path))
    return path
  }

  const readKey = (content: string) =>
    readClientKey({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_KEY_FILE: keyFileOf(content) })

  test.each([
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['Ed25519', generateKeyPairSync('ed25519')],
  ])('%s is accepted by a provider that has its public key', async (_, { privateKey, publicKey }) => {
    const at = await providerKnowing(publicKey)
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const jwk = JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'ours' })
    for (const content of [pem, jwk]) {
      // The provider authenticates the client before it looks at the code.
      const client = clientOf({ issuer: at, clientSecret: undefined, clientKey: readKey(content) })
      await expect(redeem(client, at)).rejects.toMatchObject({ reason: 'code-rejected' })
    }
    const { privateKey: another } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const clientKey = readKey(another.export({ type: 'pkcs8', format: 'pem' }).toString())
    const stranger = clientOf({ issuer: at, clientSecret: undefined, clientKey })
    await expect(redeem(stranger, at)).rejects.toMatchObject({ type: 'provider-unreachable' })
  })

  test('names the issuer as audience, and the token endpoint for providers that expect it', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const audienceOf = ({ form }: { form: URLSearchParams }) => {
      const [, payload = ''] = form.get('client_assertion')?.split('.') ?? []
      return JSON.parse(Buffer.from(payload, 'base64url').toString()).aud
    }
    issuer.behaviour.acceptsClient = (question) => audienceOf(question) === `${issuer.issuer}/token`
    const clientKey = readKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
    await expect(redeem(clientOf({ clientSecret: undefined, clientKey }))).resolves.toMatchObject({ subject: 'anna' })
    expect(issuer.asked.filter(({ endpoint }) => endpoint === 'token').map(audienceOf)).toEqual([
      issuer.issuer,
      `${issuer.issuer}/token`,
    ])
  })

  test.each([
    'no key',
    '{}',
    generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ])('that cannot sign is reported (%#)', (content) => {
    expect(() => readKey(content)).toThrow(/^OIDC_CLIENT_KEY_FILE: .* must be a private key/)
  })
})
