import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openAppWithProviders } from '#tests/support/providers/app-with-providers.ts'
import { startOidcProvider, subject } from '#tests/support/providers/oidc-provider.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const PUBLIC_URL = 'https://account.school.example'
const schoolFile = join(tmpdir(), `school-${crypto.randomUUID()}.json`)

let opened: OpenDatabase
let provider: Awaited<ReturnType<typeof startOidcProvider>>
beforeAll(async () => {
  opened = await openTestDatabase()
  provider = await startOidcProvider(PUBLIC_URL)
})
beforeEach(async () => {
  await opened.database.delete(users)
})
afterAll(async () => {
  await provider.stop()
  await opened.close()
  rmSync(schoolFile)
})

/** Signs in at a school with these owners, as the provider describes the person. */
async function signIn(profile: object, claims: Record<string, unknown>): Promise<Visitor> {
  writeFileSync(schoolFile, JSON.stringify({ profile }))
  provider.behaviour.login = { claims }
  const variables = { PUBLIC_URL, SCHOOL_FILE: schoolFile, ...provider.variables }
  const { app, close } = await openAppWithProviders(variables, { opened })
  onTestFinished(close)
  const visitor = visitorOf(app)
  await visitor.sendResult((await visitor.visitProvider(await visitor.startSignIn())).url)
  return visitor
}

const profileOf = async (visitor: Visitor) => {
  const { firstName, lastName, patronym, email, phone } = (await visitor.ask('GET', '/api/v1/profile')).json()
  return { firstName, lastName, patronym, email, phone }
}

const first = { name: 'Белова Анна', email: 'anna@school.example', email_verified: true }
const later = {
  family_name: 'Котова',
  given_name: 'Анна',
  middle_name: 'Петровна',
  email: 'kotova@school.example',
  email_verified: true,
  phone_number: '8 (900) 555-11-00',
  phone_number_verified: true,
}
const before = { firstName: 'Анна', lastName: 'Белова', patronym: null, email: 'anna@school.example', phone: null }

describe('A later sign-in', () => {
  test('changes nothing that the person or the school owns', async () => {
    for (const owner of ['person', 'school']) {
      const owners = { names: owner, email: owner, phone: owner }
      await signIn(owners, first)
      expect(await profileOf(await signIn(owners, later))).toEqual(before)
    }
  })

  test('brings the names and verified contacts that the provider owns, and notifies both addresses', async () => {
    const owners = { names: 'provider', email: 'provider', phone: 'provider' }
    await signIn(owners, first)
    const published = await recordEvents(opened.database)
    const after = {
      lastName: 'Котова',
      firstName: 'Анна',
      patronym: 'Петровна',
      email: later.email,
      phone: '+79005551100',
    }
    expect(await profileOf(await signIn(owners, later))).toEqual(after)
    const fields = ['lastName', 'patronym', 'email', 'phone']
    const events = (await published('')).map(([event, data]) => [event, data.fields])
    expect(events).toEqual([['profile.changed', fields]])
    const sent = await opened.database.select().from(deliveries)
    expect(new Set(sent.map(({ target }) => target))).toEqual(new Set([before.email, later.email, after.phone]))
    const entries = await opened.database.select().from(auditEntries).orderBy(desc(auditEntries.at))
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['contact.email', 'contact.phone']))
    expect(JSON.stringify(entries)).not.toContain(later.email)
  })

  test('keeps a contact that the provider has not verified, and a name that it does not know', async () => {
    const owners = { names: 'provider', email: 'provider' }
    await signIn(owners, first)
    const claims = { email: 'other@school.example', email_verified: false, name: undefined }
    expect(await profileOf(await signIn(owners, claims))).toEqual(before)
  })

  test('keeps parts of the name that the provider does not know', async () => {
    await signIn({ names: 'provider' }, { ...later, name: undefined })
    const known = { family_name: 'Орлова', given_name: 'Яна' }
    expect(await profileOf(await signIn({ names: 'provider' }, known))).toMatchObject({
      lastName: 'Орлова',
      firstName: 'Яна',
      patronym: 'Петровна',
    })
    const shorter = { given_name: 'Яна', name: undefined }
    expect(await profileOf(await signIn({ names: 'provider' }, shorter))).toMatchObject({
      lastName: 'Орлова',
      firstName: 'Яна',
      patronym: 'Петровна',
    })
  })

  test('by an account that was joined to another leaves the kept one as it is', async () => {
    const owners = { names: 'provider', email: 'provider' }
    await signIn(owners, first)
    const [kept] = await opened.database
      .insert(users)
      .values({ firstName: 'Анна', lastName: 'Орлова', email: 'orlova@school.example' })
      .returning()
    await opened.database
      .update(users)
      .set({ joinedInto: kept?.id ?? null, email: null })
      .where(eq(users.subject, subject))
    expect(await profileOf(await signIn(owners, later))).toMatchObject({
      lastName: 'Орлова',
      email: 'orlova@school.example',
    })
  })
})

test('Names and contacts that others own are not changed in the profile', async () => {
  const visitor = await signIn({ names: 'school', email: 'provider' }, first)
  for (const body of [{ firstName: 'Яна' }, { patronym: null }]) {
    const answer = await visitor.ask('PATCH', '/api/v1/profile', body)
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: [{ path: Object.keys(body)[0], message: 'not-allowed' }],
    })
  }
  const { ACCOUNT } = (await visitor.ask('GET', '/api/v1/system/config')).json()
  expect(ACCOUNT).toMatchObject({ PROFILE_OWNERS: { names: 'school', email: 'provider', phone: 'person' } })
})
