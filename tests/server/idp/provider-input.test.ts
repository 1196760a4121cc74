import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createOidcClient, type OidcClient } from '#server/auth/oidc/client.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { readEnv } from '#server/environment/env.ts'
import { addProviderAccounts } from '#server/idp/accounts/accounts.ts'
import { hashPassword } from '#server/idp/accounts/password-hash.ts'
import { type EmbeddedProvider, startEmbeddedProvider } from '#server/idp/provider.ts'
import { createLog } from '#server/terminal/log.ts'
import { clientSecret, providerRequests, type SentToProvider } from '#tests/support/input/provider-requests.ts'
import { internals } from '#tests/support/input/response-assertions.ts'
import { type CookieJar, createCookieJar } from '#tests/support/server/cookie-jar.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

const many = Number(process.env.INPUT_REQUESTS ?? (process.env.TEST_ALL ? 20_000 : 500))
const timeLimit = many > 500 ? {} : { interruptAfterTimeLimit: 5000, markInterruptAsFailure: false }
const replayed = process.env.INPUT_REQUEST

const failures: string[] = []
const log = createLog({ LOG_LEVEL: 'error' }, { write: (line) => void failures.push(line) })
const publicUrl = 'http://localhost:4999'
let now = new Date('2026-10-14T09:00:00Z')
const clock = () => now

let opened: OpenDatabase
let provider: EmbeddedProvider
let client: OidcClient
beforeAll(async () => {
  opened = await openTestDatabase()
  const passwordHash = await hashPassword('x')
  const account = { subject: 'demo-family', login: 'family', name: 'Ольга Соколова', passwordHash }
  await addProviderAccounts(opened.database, [account])
  const env = readEnv({ IDP_PORT: '0', PUBLIC_URL: publicUrl, DEMO: 'on', OIDC_CLIENT_SECRET: clientSecret })
  provider = await startEmbeddedProvider({ env, database: opened.database, clock, log })
  client = createOidcClient({
    issuer: provider.issuer,
    clientId: 'account',
    clientSecret,
    publicUrl,
    clock,
    log,
  })
})
afterAll(async () => {
  await provider.close()
  await opened.close()
})

async function ask({ method, path, headers, body }: SentToProvider, jar: CookieJar) {
  const cookie = jar.header(path)
  const sent = request(`${provider.issuer}/`, {
    method,
    path,
    headers: { ...(cookie !== '' && { cookie }), ...headers },
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  jar.keep(answer.headers['set-cookie'] ?? [])
  return { status: answer.statusCode ?? 0, location: answer.headers.location ?? '', body: await text(answer) }
}

let browser: { jar: CookieJar; uid: string; left: number } | null = null

/** A browser in the middle of a sign-in, until a request completes it. */
async function browserSigningIn() {
  if (browser && browser.left > 0) return browser
  const jar = createCookieJar()
  const attempt = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
  const { pathname, search } = new URL(await client.authorizationUrl(attempt, 'ru'))
  const { location } = await ask({ method: 'GET', path: pathname + search, headers: {} }, jar)
  browser = { jar, uid: location.split('/').at(-1) ?? '', left: 20 }
  return browser
}

async function expectCalm(sent: SentToProvider): Promise<void> {
  now = new Date(now.getTime() + 10_000)
  const browser = await browserSigningIn()
  failures.length = 0
  const answer = await ask({ ...sent, path: sent.path.replace('$uid', browser.uid) }, browser.jar)
  browser.left = answer.status === 303 ? 0 : browser.left - 1
  const isCalm = answer.status < 500 && !internals.test(answer.body) && failures.length === 0
  if (isCalm) return
  const quoted = JSON.stringify(sent).replaceAll("'", "'\\''")
  const again = `INPUT_REQUEST='${quoted}' npx vitest run --project=postgres tests/server/idp/provider-input.test.ts`
  throw new Error(`answers ${answer.status}: ${failures[0] ?? answer.body.slice(0, 500)}\nAgain: ${again}`)
}

describe('Arbitrary input to the identity provider', () => {
  test.runIf(replayed)('repeats the request of a failure', () =>
    expectCalm(JSON.parse(replayed ?? '') as SentToProvider),
  )

  test.skipIf(replayed)(
    'is answered or rejected without internal errors',
    async () => {
      const seed = process.env.INPUT_SEED ? { seed: Number(process.env.INPUT_SEED) } : {}
      await fc.assert(fc.asyncProperty(providerRequests, expectCalm), { numRuns: many, ...timeLimit, ...seed })
    },
    60_000 + many * 100,
  )
})
