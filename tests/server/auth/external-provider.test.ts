import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appointAdministrator } from '#server/administrators/appoint-administrator.ts'
import { createSignInProviders } from '#server/auth/oidc/sign-in-providers.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { auditEntries, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import { createLog } from '#server/terminal/log.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { externalProviders } from '#tests/support/providers/only-provider.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { type SecondProvider, startSecondProvider } from '#tests/support/server/second-issuer.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const PUBLIC_URL = 'https://account.school.example'
const embedded = readEnv({})
const external = { ...embedded, PROVIDERS: externalProviders('https://id.school.example') }
const password = 'correct-horse-battery'
const anna = {
  email: 'anna@school.example',
  password,
  name: 'Анна Белова',
  isVerified: true,
  groups: ['staff', 'chess'],
}

let provider: SecondProvider
let opened: OpenDatabase
let server: TestApp
let annaId: string
const logged: Record<string, unknown>[] = []

const schoolFile = join(tmpdir(), `school-${crypto.randomUUID()}.json`)
const roles = [
  { claim: 'school.groups', value: 'staff', roles: ['teacher', 'team_leader'] },
  { claim: 'school.groups', pattern: 'boa*', roles: ['administrator'] },
]
writeFileSync(schoolFile, JSON.stringify({ roles }))
afterAll(() => rmSync(schoolFile))

beforeAll(async () => {
  provider = await startSecondProvider(PUBLIC_URL)
  annaId = (await provider.addAccount(anna)).id
  opened = await openTestDatabase()
  server = await serverFor(await provider.register('client_secret_post'))
})
afterAll(async () => {
  await server.close()
  await opened.close()
  await provider.close()
})

async function serverFor(client: { id: string; secret: string | undefined }, changes: Record<string, string> = {}) {
  const env = {
    ...payeeVariables,
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret ?? '',
    SCHOOL_FILE: schoolFile,
    ...changes,
  }
  const log = createLog({ LOG_LEVEL: 'debug' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const providers = createSignInProviders(readEnv(env), null, { clock: () => new Date(), log })
  return openTestApp({ env, log, providers, opened })
}

async function signedIn(email = anna.email, at = server): Promise<Visitor> {
  const visitor = visitorOf(at.app)
  const location = await visitor.startSignIn('/profile')
  const result = await visitor.sendResult(await visitor.signInAtProvider(location, email, password))
  expect(result.json()).toEqual({ location: '/profile' })
  return visitor
}

async function profileOf(visitor: Visitor) {
  const { id, firstName, lastName, email, roles } = (await visitor.ask('GET', '/api/v1/profile')).json()
  return { id, firstName, lastName, email, roles: (roles as { name: string }[]).map(({ name }) => name) }
}

/** The log line about the failed sign-in of this client, and the same in the audit log. */
async function loggedFailure(
  client: { id: string; secret: string },
  changes: Record<string, string>,
): Promise<unknown> {
  const turnedAway = await serverFor(client, changes)
  const visitor = visitorOf(turnedAway.app)
  const result = await visitor.signInAtProvider(await visitor.startSignIn(), anna.email, password)
  const answer = await visitor.sendResult(result)
  expect([answer.status, answer.json().reason]).toEqual([502, 'client-rejected'])
  await turnedAway.close()
  const line = logged.findLast(({ msg }) => msg === 'a sign-in failed') ?? {}
  expect([line.reqId, line.level]).toEqual([answer.json().requestId, 'error'])
  const isOfRequest = eq(auditEntries.requestId, String(line.reqId))
  const [entry] = await opened.database.select().from(auditEntries).where(isOfRequest)
  expect(entry).toMatchObject({ action: 'sign-in.issuer', problem: 'client-rejected', requestId: line.reqId })
  expect(entry?.detail).toBe(`${line.setting}: expected: ${line.expected}; seen: ${line.seen}`)
  return line.seen
}

describe('With an independent OpenID provider', () => {
  test('a user signs in with the roles of the claim; administrators see the values without a rule', async () => {
    expect(await profileOf(await signedIn())).toEqual({
      id: expect.any(String),
      firstName: 'Анна',
      lastName: 'Белова',
      email: 'anna@school.example',
      roles: ['teacher', 'team_leader'],
    })
    const unmapped = { level: 'warn', unmapped: ['school.groups: chess'] }
    expect(logged.filter((line) => line.unmapped !== undefined)).toEqual([expect.objectContaining(unmapped)])
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const lastAt = server.clock.now.toISOString()
    expect((await administrator.call('GET /v1/admin/unmapped-role/list')).json()).toEqual([
      { claim: 'school.groups', value: 'chess', lastAt },
    ])
  })

  test('roles are updated at every sign-in; roles granted by the school stay', async () => {
    const { id } = await profileOf(await signedIn())
    await setRoles(opened.database, 'school', [{ userId: String(id), roles: ['user_manager'] }], { now: new Date() })
    provider.change(annaId, { groups: ['board'] })
    expect((await profileOf(await signedIn())).roles).toEqual(['administrator', 'user_manager'])
    provider.change(annaId, { groups: [] })
    expect((await profileOf(await signedIn())).roles).toEqual(['user_manager'])
    provider.change(annaId, { groups: anna.groups })
  })

  test('signing out ends the provider’s session and returns to /', async () => {
    const visitor = await signedIn()
    const { url } = (await visitor.ask('GET', '/api/v1/auth/logout-link')).json()
    const left = await visitor.ask('GET', new URL(String(url)).pathname)
    const back = await visitor.visitProvider(left.headers.get('location') ?? '')
    expect(back.url).toBe(`${PUBLIC_URL}/`)
    const again = await visitor.visitProvider(await visitor.startSignIn())
    expect(new URL(again.url).pathname).toBe('/login')
  })

  describe('without an end-session endpoint', () => {
    let alone: TestApp
    let visitor: Visitor
    beforeEach(async () => {
      provider.behaviour.endsSessions = false
      alone = await serverFor(await provider.register('client_secret_post'))
      visitor = await signedIn(anna.email, alone)
    })
    afterEach(async () => {
      provider.behaviour.endsSessions = true
      await alone.close()
    })

    const linkOf = async () => {
      const { url } = (await visitor.ask('GET', '/api/v1/auth/logout-link')).json()
      return new URL(String(url)).pathname
    }
    const promptAtProvider = async () => new URL(await visitor.startSignIn()).searchParams.get('prompt')

    test('signing out leads to our page, and the next sign-in asks for the password, also a week later', async () => {
      const link = await linkOf()
      const left = await visitor.ask('GET', link)
      expect([left.status, left.headers.get('location')]).toEqual([303, '/logout?after=sign-out'])
      expect((await visitor.ask('GET', '/api/v1/profile')).status).toBe(401)
      expect((await visitor.ask('GET', link)).headers.get('location')).toBe('/logout?after=sign-out')
      // Browsers delete this cookie after ten minutes.
      visitor.ours.delete('__Host-lk_signed_out')
      const asking = await visitor.visitProvider(await visitor.startSignIn())
      expect(new URL(asking.url).pathname).toBe('/login')

      const result = await visitor.visitProvider(asking.url, { login: anna.email, password })
      expect((await visitor.sendResult(result.url)).json()).toEqual({ location: '/' })
      expect(await promptAtProvider()).toBe(null)
    })

    test('an attempt that began before the sign-out does not sign in', async () => {
      const result = await visitor.visitProvider(await visitor.startSignIn('/events'))
      await visitor.ask('GET', await linkOf())
      const answer = (await visitor.sendResult(result.url)).json()
      expect(new URL(String(answer.location)).searchParams.get('prompt')).toBe('login')
      expect((await visitor.ask('GET', '/api/v1/profile')).status).toBe(401)
    })

    test('an expired session does not ask for the password', async () => {
      await opened.database.delete(sessions)
      expect(await promptAtProvider()).toBe(null)
    })
  })

  test('rotated keys do not prevent a sign-in', async () => {
    await signedIn()
    provider.rotateKeys()
    expect((await profileOf(await signedIn())).firstName).toBe('Анна')
  })

  test('a wrong client secret is named in the log and in the audit log, with the answer to each method', async () => {
    const client = { ...(await provider.register('client_secret_post')), secret: 'notTheSecret' }
    expect(await loggedFailure(client, { OIDC_CLIENT_AUTH: 'post' })).toBe(
      'client_secret_post: 400 invalid_client: invalid client_secret',
    )
    expect(await loggedFailure(client, { OIDC_CLIENT_AUTH: 'basic' })).toBe(
      'client_secret_basic: 401 invalid_client: client registered for client_secret_post cannot use client_secret_basic',
    )
    expect(JSON.stringify(logged)).not.toContain('notTheSecret')
  })

  test('an unknown scope is logged, and the user can retry', async () => {
    const asking = await serverFor(await provider.register('none'), { OIDC_SCOPES: 'openid nonsense' })
    const visitor = visitorOf(asking.app)
    const back = await visitor.visitProvider(await visitor.startSignIn())
    expect((await visitor.sendResult(back.url)).json()).toMatchObject({
      type: 'sign-in-attempt-refused',
      reason: 'request-refused',
    })
    expect(logged.findLast(({ level }) => level === 'warn')).toMatchObject({
      msg: 'a sign-in failed',
      setting: 'OIDC_SCOPES',
      seen: expect.stringMatching(/^invalid_scope: .*nonsense/),
    })
    await asking.close()
  })

  test('a code that was spent while the method of authentication was found is replaced by another one', async () => {
    const another = await serverFor(await provider.register('client_secret_basic'))
    const visitor = visitorOf(another.app)
    const location = await visitor.startSignIn('/profile')
    const result = await visitor.sendResult(await visitor.signInAtProvider(location, anna.email, password))
    const again = await visitor.visitProvider(String(result.json().location))
    expect((await visitor.sendResult(again.url)).json()).toEqual({ location: '/profile' })
    expect((await profileOf(await signedIn(anna.email, another))).firstName).toBe('Анна')
    await another.close()
  })

  test.each([
    ['client_secret_basic', { OIDC_CLIENT_AUTH: 'basic' }],
    ['client_secret_post', {}],
    ['client_secret_post', { OIDC_CLIENT_AUTH: 'post' }],
    ['none', { OIDC_CLIENT_AUTH: 'none' }],
  ] as const)('we may be registered with %s and %j', async (method, settings) => {
    const another = await serverFor(await provider.register(method), settings)
    expect((await profileOf(await signedIn(anna.email, another))).firstName).toBe('Анна')
    await another.close()
  })
})

describe('A user created by the school', () => {
  const email = 'Boris@School.example'
  const boris = { email: email.toLowerCase(), password, name: 'Борис Котов', groups: [] }

  async function announce(values: Partial<typeof users.$inferInsert> = {}): Promise<string> {
    const [user] = await opened.database
      .insert(users)
      .values({ firstName: 'Борис Львович', lastName: 'Котов', email, ...values })
      .returning({ id: users.id })
    return String(user?.id)
  }

  test('is matched by a verified address only', async () => {
    const announced = await announce()
    const account = await provider.addAccount({ ...boris, isVerified: false })
    const stranger = await profileOf(await signedIn(boris.email))
    expect([stranger.id === announced, stranger.email]).toEqual([false, null])

    await opened.database.delete(users).where(eq(users.id, String(stranger.id)))
    provider.change(account.id, { emailVerified: true })
    expect(await profileOf(await signedIn(boris.email))).toMatchObject({
      id: announced,
      firstName: 'Борис Львович',
      email,
    })
    expect((await profileOf(await signedIn(boris.email))).id).toBe(announced)
  })

  test('is not matched by a shared address', async () => {
    const shared = 'family@school.example'
    const both = [await announce({ email: shared }), await announce({ email: shared })]
    await provider.addAccount({ ...boris, email: shared, isVerified: true })
    expect(both).not.toContain((await profileOf(await signedIn(shared))).id)
  })

  test('becomes the first administrator if the command has appointed them', async () => {
    const who = 'head@school.example'
    const appointed = { who, env: external, now: new Date() }
    expect((await appointAdministrator(opened.database, appointed)).en).toMatch(
      /^«head@.+» will be an administrator from /,
    )
    expect((await appointAdministrator(opened.database, appointed)).en).toBe(`«${who}» is an administrator already.`)
    await provider.addAccount({ ...boris, email: who, name: 'Пётр Директоров', groups: ['staff'], isVerified: true })
    expect(await profileOf(await signedIn(who))).toEqual({
      id: expect.any(String),
      firstName: 'Пётр',
      lastName: 'Директоров',
      email: who,
      roles: ['administrator', 'teacher', 'team_leader'],
    })
  })

  test('may be named by sub, whatever address the account has', async () => {
    const { id } = await provider.addAccount({ ...boris, email: 'deputy@school.example', isVerified: false })
    expect((await appointAdministrator(opened.database, { who: id, env: server.env, now: new Date() })).en).toBe(
      `«${id}» is an administrator from now on.`,
    )
    expect(await profileOf(await signedIn('deputy@school.example'))).toMatchObject({
      firstName: 'Борис',
      roles: ['administrator'],
    })
  })

  test('is not appointed if the argument is ambiguous', async () => {
    for (const firstName of ['Анна', 'Яна']) await announce({ firstName, email: 'twins@school.example' })
    const appoint = (who: string) => appointAdministrator(opened.database, { who, env: embedded, now: new Date() })
    await expect(appoint('twins@school.example')).rejects.toThrow('Several users have «twins@school.example»')
    await expect(appoint('nobody')).rejects.toThrow('No account has the login «nobody»')
    await expect(appoint('@')).rejects.toThrow('«@» is not an email address.')
  })
})
