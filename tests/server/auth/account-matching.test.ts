import { desc, eq } from 'drizzle-orm'
import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { matchAccount } from '#server/auth/oidc/account-matching.ts'
import type { OidcUser } from '#server/auth/oidc/client.ts'
import { signInIssuers as issuersOf, recordIssuers } from '#server/auth/oidc/issuer.ts'
import { moveIssuer, parseIssuerMove } from '#server/auth/provider-command/move-issuer.ts'
import { auditEntries, signInIssuers } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { everyPerson, externalProviders } from '#tests/support/providers/only-provider.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(openTestDatabase)
const [old, current] = ['https://old.example', 'https://id.school.example']
const now = new Date('2035-09-03T09:00:00Z')
const later = new Date('2035-09-04T09:00:00Z')
const logged: Record<string, unknown>[] = []
const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) })

beforeEach(async () => {
  logged.length = 0
  await server.database.delete(users)
  await server.database.delete(signInIssuers)
  await recordIssuers(server.database, [current], now)
})

async function addPerson(values: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const [user] = await server.database
    .insert(users)
    .values({ firstName: 'Анна', lastName: 'Белова', ...values })
    .returning({ id: users.id })
  return String(user?.id)
}

const profile = { login: null, firstName: 'Анна', lastName: 'Белова', patronym: null, email: null, phone: null }
const unverified = { email: null, phone: null }

function signIn(person: Partial<OidcUser> & { subject: string }, issuer = current): Promise<string> {
  const login = {
    methods: [],
    secondsSinceLogin: null,
    secondsSinceSecondFactor: null,
    idToken: '',
    providerSessionId: null,
    roles: null,
    unmapped: [],
  }
  const known = { ...profile, unverified, ...login }
  return server.database.transaction((transaction) =>
    matchAccount(transaction, { ...known, ...person }, { issuer, matching: everyPerson, language: 'ru', now, log }),
  )
}

async function accountOf(id: string) {
  const [user] = await server.database.select().from(users).where(eq(users.id, id))
  return user && { subject: user.subject, issuer: user.issuer }
}

const run = (...args: string[]) => {
  const move = parseIssuerMove(args)
  if (!move) throw new Error('not understood')
  return moveIssuer(move, { database: server.database, now, env: readEnv({}) })
}

describe('An account is of one issuer', () => {
  test('the same sub of another issuer is another person', async () => {
    const anna = await addPerson({ subject: 'anna' })
    expect(await accountOf(anna)).toEqual({ subject: 'anna', issuer: current })
    expect(await signIn({ subject: 'anna' })).toBe(anna)
    const stranger = await signIn({ subject: 'anna' }, old)
    expect(stranger).not.toBe(anna)
    expect(await signIn({ subject: 'anna' }, old)).toBe(stranger)
  })

  test('accounts that are stored before the first start get its issuer, and those of another issuer are counted', async () => {
    await server.database.delete(signInIssuers)
    const anna = await addPerson({ subject: 'anna' })
    const child = await addPerson()
    expect(await accountOf(anna)).toEqual({ subject: 'anna', issuer: null })
    expect(await recordIssuers(server.database, [old], now)).toEqual({ ofOthers: 0 })
    expect(await accountOf(anna)).toEqual({ subject: 'anna', issuer: old })
    expect(await accountOf(child)).toEqual({ subject: null, issuer: null })
    expect(await recordIssuers(server.database, [current], now)).toEqual({ ofOthers: 1 })
    expect(await accountOf(await addPerson({ subject: 'boris' }))).toEqual({ subject: 'boris', issuer: current })
    expect(await recordIssuers(server.database, [old], later)).toEqual({ ofOthers: 1 })
    expect(await accountOf(await addPerson({ subject: 'vera' }))).toEqual({ subject: 'vera', issuer: old })
  })

  test('the embedded provider has a constant, and the slash at the end of an issuer does not matter', () => {
    expect(issuersOf({ PROVIDERS: [] })).toEqual(['embedded'])
    expect(issuersOf({ PROVIDERS: externalProviders(`${current}/`) })).toEqual([current])
  })

  test('of two first sign-ins of one account at once both get the same user', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => signIn({ subject: 'racing' })))
    expect(new Set(ids).size).toBe(1)
  })
})

describe('A failed match is logged and audited with its reason', () => {
  const email = 'anna@school.example'
  const phone = '+79001234567'

  async function reasons() {
    const entries = await server.database
      .select({ subjectId: auditEntries.subjectId, actorId: auditEntries.actorId, detail: auditEntries.detail })
      .from(auditEntries)
      .where(eq(auditEntries.action, 'session.match-failed'))
      .orderBy(desc(auditEntries.id))
    return { entries: entries.filter(({ subjectId }) => logged.some(({ userId }) => userId === subjectId)), logged }
  }

  test.each([
    ['sharedContact', 'of several people', [{ email }, { email }], { email }],
    ['sharedContact', 'phone of several people', [{ phone }, { phone }], { phone }],
    ['boundContact', 'of a person with another account', [{ email, subject: 'other' }], { email }],
    ['unverifiedContact', 'that is unverified', [{ email }], { unverified: { email, phone: null } }],
  ] as const)('%s: a contact %s', async (reason, _, people, claims) => {
    const known = await Promise.all(people.map((person) => addPerson(person)))
    const userId = await signIn({ subject: 'new', ...claims })
    expect(known).not.toContain(userId)
    expect(await reasons()).toMatchObject({
      entries: [{ subjectId: userId, actorId: userId, detail: reason }],
      logged: [{ level: 40, userId, issuer: current, reason }],
    })
    expect(JSON.stringify(logged)).not.toContain(email)
    expect(await signIn({ subject: 'new', ...claims })).toBe(userId)
    expect(logged).toHaveLength(1)
  })

  test('a person unknown to the school is no failure', async () => {
    await signIn({ subject: 'new', email, unverified: { email: null, phone } })
    expect(logged).toEqual([])
  })
})

describe('npm run provider -- move', () => {
  test('by default people are matched anew by their verified contact', async () => {
    const email = 'anna@school.example'
    const anna = await addPerson({ subject: 'anna', issuer: old, email })
    await addPerson({ subject: 'boris', issuer: old })
    const stays = await addPerson({ subject: 'vera' })
    const args = ['--from', `${old}/`, '--to', current]
    const dry = await run(...args, '--dry-run')
    expect(dry.en).toMatch(/^A dry run: nothing was changed\.\nUnbound from the old issuer: 2\./)
    expect(await accountOf(anna)).toEqual({ subject: 'anna', issuer: old })
    const done = await run(...args)
    expect(done.en).toMatch(/^Unbound from the old issuer: 2\. .*\nOf these, 1 have no email or phone of their own\./)
    expect(await accountOf(anna)).toEqual({ subject: null, issuer: null })
    expect(await accountOf(stays)).toEqual({ subject: 'vera', issuer: current })
    expect(await signIn({ subject: 'other', email })).toBe(anna)
    const [entry] = await server.database
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'account.issuer-moved'))
    expect(entry).toMatchObject({ command: 'provider', detail: `${old} → ${current}: 2` })
  })

  test('keeps the subs on demand, except of those that another person has there already', async () => {
    const anna = await addPerson({ subject: 'anna', issuer: old })
    const boris = await addPerson({ subject: 'boris', issuer: old })
    await addPerson({ subject: 'boris' })
    const done = await run('--from', old, '--to', current, '--same-subjects')
    expect(done.en).toMatch(/^Moved with the same sub: 1\.\nNot moved, .*: 1\./)
    expect(await accountOf(anna)).toEqual({ subject: 'anna', issuer: current })
    expect(await accountOf(boris)).toEqual({ subject: 'boris', issuer: old })
  })

  test('refuses an unknown issuer and names those that are there', async () => {
    await addPerson({ subject: 'anna' })
    await expect(run('--from', old, '--to', current)).rejects.toThrow(`There are: ${current}.`)
    await expect(run('--from', current, '--to', current)).rejects.toThrow('the same issuer')
    expect(parseIssuerMove(['--from', old])).toBeNull()
    expect(() => parseIssuerMove(['--from', old, '--to', current, '--all'])).toThrow()
  })
})
