import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ConsentPurpose } from '#contract/enumerations.ts'
import type { UserCard } from '#contract/people/admin.ts'
import type { Consents } from '#contract/people/consents.ts'
import { type GuardianPreset, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { Profile } from '#contract/people/profile.ts'
import { consentAnswers, consentTexts, guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { readConsentTexts } from '#server/environment/consent-texts.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
type Parent = Person & { userId: string }
let parent: Parent
let childId: string

const wording = (version: string) => ({
  version,
  paragraphs: [{ ru: `Я согласен, редакция ${version}.`, en: `I agree, version ${version}.` }],
})
function askFor(version: string, ...purposes: ConsentPurpose[]): void {
  const { SCHOOL } = server.env
  SCHOOL.consents = {
    processing: { paragraphs: [{ ru: 'По договору.', en: 'By contract.' }] },
    ...Object.fromEntries(purposes.map((purpose) => [purpose, wording(version)])),
  }
  server.env.CONSENTS = readConsentTexts(SCHOOL)
}

beforeEach(async () => {
  server.clock.now = new Date('2026-10-14T09:00:00Z')
  askFor('1', 'marketing', 'counters', 'photographs')
  parent = await server.signInAs({ roles: ['parent'], group: 'parent' })
  childId = await addChild()
  await addGuardian(parent.userId)
})

async function addChild(): Promise<string> {
  const id = randomUUID()
  await server.opened.database.insert(users).values({ id, firstName: 'Артём', lastName: 'Соколов' })
  await server.opened.database.insert(userRoles).values({ userId: id, role: 'student' })
  return id
}

async function addGuardian(guardianId: string, preset: GuardianPreset = 'full', id = childId): Promise<void> {
  await server.opened.database.insert(guardianships).values({ guardianId, childId: id, ...rightsOfPreset[preset] })
}

async function openAccount(): Promise<Person> {
  await server.opened.database.update(users).set({ subject: childId }).where(eq(users.id, childId))
  return server.signInAs({ roles: [], userId: childId })
}

const listOf = async (person: Person, language = 'ru') =>
  (await person.call('GET /v1/profile/consent/list', { headers: { 'accept-language': language } })).json<Consents>()
const profileOf = async (person: Person) => (await person.call('GET /v1/profile')).json<Profile>().consents
const hashOf = (purpose: ConsentPurpose) =>
  server.env.CONSENTS.find((text) => text.purpose === purpose)?.hash ?? '0'.repeat(64)
const answer = (person: Person, subjectId: string, purpose: ConsentPurpose, isGiven: boolean, hash = hashOf(purpose)) =>
  person.call('POST /v1/profile/consent', {
    body: { answers: [{ subjectId, purpose, hash, isGiven }], language: 'en' },
  })
async function isGiven(person: Person, subjectId: string, purpose: ConsentPurpose): Promise<boolean | undefined> {
  const { subjects } = await listOf(person)
  return subjects.find(({ id }) => id === subjectId)?.consents.find((one) => one.purpose === purpose)?.isGiven
}
const join = (joinedId: string, keptId: string) =>
  server.opened.database.update(users).set({ joinedInto: keptId }).where(eq(users.id, joinedId))
async function cardAnswers() {
  const administrator = await server.signInAs({ roles: ['administrator'] })
  const { consents } = (await administrator.call(`GET /v1/admin/user/${childId}`)).json<UserCard>()
  return consents.find(({ purpose }) => purpose === 'photographs')?.answers
}
const rowsOf = (subjectId: string) =>
  server.opened.database
    .select()
    .from(consentAnswers)
    .where(eq(consentAnswers.subjectId, subjectId))
    .orderBy(asc(consentAnswers.number))

test('Answers of one press are saved together, or none is', async () => {
  const send = (hash: string) => {
    const own = { subjectId: parent.userId, purpose: 'counters', hash: hashOf('counters'), isGiven: false }
    const ofChild = { subjectId: childId, purpose: 'photographs', hash, isGiven: false }
    return parent.call('POST /v1/profile/consent', { body: { answers: [own, ofChild], language: 'ru' } })
  }
  const refused = await send('0'.repeat(64))
  expect([refused.statusCode, refused.json().type]).toEqual([409, 'state-conflict'])
  expect([await rowsOf(parent.userId), await rowsOf(childId)]).toEqual([[], []])
  expect((await send(hashOf('photographs'))).statusCode).toBe(204)
  expect([await rowsOf(parent.userId), await rowsOf(childId)]).toMatchObject([
    [{ purpose: 'counters', isGiven: false }],
    [{ purpose: 'photographs', isGiven: false }],
  ])
})

test('Two answers of one press to one question are refused; one press is one change of a person', async () => {
  const own = (purpose: ConsentPurpose, isGiven: boolean) => {
    return { subjectId: parent.userId, purpose, hash: hashOf(purpose), isGiven }
  }
  const send = (...answers: object[]) => parent.call('POST /v1/profile/consent', { body: { answers, language: 'ru' } })
  const refused = await send(own('counters', true), own('marketing', true), own('counters', false))
  expect([refused.statusCode, refused.json().errors]).toEqual([422, [{ path: 'answers', message: 'wrong-value' }]])
  expect(await rowsOf(parent.userId)).toEqual([])
  const eventsOf = await recordEvents(server.opened.database)
  expect((await send(own('counters', true), own('marketing', false))).statusCode).toBe(204)
  expect(await rowsOf(parent.userId)).toMatchObject([
    { purpose: 'counters', isGiven: true },
    { purpose: 'marketing', isGiven: false },
  ])
  expect(await eventsOf(parent.userId)).toEqual([
    ['profile.changed', expect.objectContaining({ sourcedId: parent.userId, fields: ['consents'] })],
  ])
})

describe('What is asked', () => {
  test('of a parent: for himself, and for a child without an account only about photographs', async () => {
    expect(await listOf(parent)).toEqual({
      language: 'ru',
      information: ['По договору.'],
      texts: (['marketing', 'counters', 'photographs'] as const).map((purpose) => ({
        purpose,
        version: '1',
        hash: hashOf(purpose),
        paragraphs: ['Я согласен, редакция 1.'],
      })),
      subjects: [
        {
          id: parent.userId,
          isOwn: true,
          name: null,
          mayAnswer: true,
          consents: (['marketing', 'counters'] as const).map((purpose) => ({ purpose, isGiven: false, own: null })),
        },
        {
          id: childId,
          isOwn: false,
          mayAnswer: true,
          name: { firstName: 'Артём', lastName: 'Соколов', patronym: null },
          consents: [{ purpose: 'photographs', isGiven: false, own: null }],
        },
      ],
      history: [],
    })
    expect(await listOf(parent, 'en')).toMatchObject({
      language: 'en',
      texts: [{ paragraphs: ['I agree, version 1.'] }, {}, {}],
    })
    expect(await profileOf(parent)).toEqual({ counters: false, areAsked: true })
  })

  test('nothing, where the school’s file has no texts', async () => {
    delete server.env.SCHOOL.consents
    server.env.CONSENTS = []
    expect(await listOf(parent)).toEqual({ language: 'ru', information: [], texts: [], subjects: [], history: [] })
    expect(await profileOf(parent)).toBeUndefined()
    expect((await answer(parent, parent.userId, 'counters', true)).statusCode).toBe(404)
  })

  test('of a guardian without all rights nothing about the child', async () => {
    const payer = await server.signInAs({ roles: ['parent'], group: 'parent' })
    await addGuardian(payer.userId, 'payer')
    expect((await listOf(payer)).subjects.map(({ id }) => id)).toEqual([payer.userId])
    expect((await answer(payer, childId, 'photographs', true)).statusCode).toBe(404)
  })

  test('of a minor nothing: the guardians answer', async () => {
    const child = await openAccount()
    expect((await listOf(child)).subjects).toMatchObject([{ id: childId, isOwn: true, mayAnswer: false }])
    expect(await profileOf(child)).toEqual({ counters: false, areAsked: false })
    expect((await answer(child, childId, 'counters', true)).statusCode).toBe(404)
    await answer(parent, childId, 'counters', true)
    expect(await profileOf(child)).toEqual({ counters: true, areAsked: false })
  })

  test('of a minor without guardians nothing, and nothing is in force', async () => {
    await server.opened.database.delete(guardianships).where(eq(guardianships.childId, childId))
    const child = await openAccount()
    expect((await answer(child, childId, 'counters', true)).statusCode).toBe(204)
    await server.opened.database
      .insert(personalDetails)
      .values({ userId: childId, bornOn: '2008-10-15', updatedAt: server.clock.now })
    expect((await listOf(child)).subjects).toMatchObject([{ id: childId, mayAnswer: false }])
    expect(await profileOf(child)).toEqual({ counters: false, areAsked: false })
    expect((await answer(child, childId, 'counters', false)).statusCode).toBe(404)
  })

  test('from the 18th birthday on of the student alone, for whom the answers of guardians count no more', async () => {
    const child = await openAccount()
    await server.opened.database
      .insert(personalDetails)
      .values({ userId: childId, bornOn: '2008-10-15', updatedAt: server.clock.now })
    await answer(parent, childId, 'counters', true)
    expect(await profileOf(child)).toEqual({ counters: true, areAsked: false })
    // Midnight in Moscow.
    server.clock.now = new Date('2026-10-14T21:00:00Z')
    const adult = await server.signInAs({ roles: [], userId: childId })
    parent = await server.signInAs({ roles: [], userId: parent.userId })
    expect(await profileOf(adult)).toEqual({ counters: false, areAsked: true })
    expect((await listOf(parent)).subjects.map(({ id }) => id)).toEqual([parent.userId])
    expect((await answer(parent, childId, 'counters', false)).statusCode).toBe(404)
    expect((await answer(adult, childId, 'counters', true)).statusCode).toBe(204)
    expect((await profileOf(adult))?.counters).toBe(true)
  })
})

describe('An answer', () => {
  test('is recorded with person, child, text, language, time and address', async () => {
    expect((await answer(parent, childId, 'photographs', true)).statusCode).toBe(204)
    expect(await rowsOf(childId)).toEqual([
      {
        number: expect.any(Number),
        subjectId: childId,
        givenById: parent.userId,
        purpose: 'photographs',
        hash: hashOf('photographs'),
        isGiven: true,
        language: 'en',
        at: server.clock.now,
        address: '127.0.0.1',
      },
    ])
    const [text] = await server.opened.database
      .select()
      .from(consentTexts)
      .where(eq(consentTexts.hash, hashOf('photographs')))
    expect(JSON.parse(text?.text ?? '')).toEqual({ purpose: 'photographs', ...wording('1') })
  })

  test.each(['consent_answers', 'consent_texts'])('is never changed or deleted: %s', async (table) => {
    await answer(parent, childId, 'photographs', true)
    const statements = [`update ${table} set purpose = purpose`, `delete from ${table}`, `truncate ${table} cascade`]
    for (const statement of statements)
      await expect(server.opened.database.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { message: expect.stringContaining(`rows of ${table} are added, never changed`) },
      })
  })

  test('is given once, and withdrawn by one press; the history has both', async () => {
    const { userId } = parent
    await answer(parent, userId, 'counters', true)
    expect((await answer(parent, userId, 'counters', true)).statusCode).toBe(204)
    expect(await profileOf(parent)).toMatchObject({ counters: true })
    server.clock.now = new Date('2026-10-14T09:10:00Z')
    await answer(parent, userId, 'counters', false)
    expect(await profileOf(parent)).toMatchObject({ counters: false })
    const entry = { subjectId: userId, purpose: 'counters', version: '1', isOwn: true }
    expect((await listOf(parent)).history).toEqual([
      { ...entry, at: '2026-10-14T09:10:00.000Z', isGiven: false },
      { ...entry, at: '2026-10-14T09:00:00.000Z', isGiven: true },
    ])
  })

  test('ends the question when all are answered, also by refusals', async () => {
    await answer(parent, parent.userId, 'marketing', false)
    await answer(parent, parent.userId, 'counters', false)
    expect(await profileOf(parent)).toEqual({ counters: false, areAsked: true })
    await answer(parent, childId, 'photographs', false)
    expect(await profileOf(parent)).toEqual({ counters: false, areAsked: false })
  })

  test('to another text than the present one is refused, and a changed text is asked again', async () => {
    const { userId } = parent
    const old = hashOf('counters')
    await answer(parent, userId, 'counters', true)
    askFor('2', 'counters')
    expect(await profileOf(parent)).toEqual({ counters: false, areAsked: true })
    const refused = await answer(parent, userId, 'counters', true, old)
    expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining({ type: 'state-conflict' })])
    await answer(parent, userId, 'counters', true)
    expect(await profileOf(parent)).toEqual({ counters: true, areAsked: false })
  })

  test('is refused for strangers, purposes that are not asked, and during an impersonation', async () => {
    const stranger = await addChild()
    expect((await answer(parent, stranger, 'photographs', true)).statusCode).toBe(404)
    expect((await answer(parent, parent.userId, 'photographs', true)).statusCode).toBe(404)
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const seen = await server.signInAs({ roles: [], userId: parent.userId, seenBy: administrator.userId })
    expect((await answer(seen, parent.userId, 'counters', true)).statusCode).toBe(403)
    expect(await rowsOf(parent.userId)).toEqual([])
  })
})

describe('Two guardians of a child', () => {
  let other: Parent
  beforeEach(async () => {
    other = await server.signInAs({ roles: ['parent'], group: 'parent' })
    await addGuardian(other.userId)
  })

  test('one answer suffices, and the refusal of the other one counts', async () => {
    await answer(parent, childId, 'photographs', true)
    expect(await isGiven(other, childId, 'photographs')).toBe(true)
    await answer(other, childId, 'photographs', false)
    expect(await isGiven(parent, childId, 'photographs')).toBe(false)
    expect((await listOf(parent)).history).toMatchObject([
      { isGiven: false, isOwn: false },
      { isGiven: true, isOwn: true },
    ])
    await answer(other, childId, 'photographs', true)
    expect(await isGiven(parent, childId, 'photographs')).toBe(true)
  })

  test('a refusal counts until it is answered anew, also if the text changes', async () => {
    await answer(other, childId, 'photographs', false)
    askFor('2', 'photographs')
    await answer(parent, childId, 'photographs', true)
    expect(await isGiven(parent, childId, 'photographs')).toBe(false)
  })

  test('a refusal counts after the account that gave it was joined, until the person answers anew', async () => {
    const kept = await server.signInAs({ roles: ['parent'], group: 'parent' })
    await answer(other, childId, 'photographs', false)
    await answer(parent, childId, 'photographs', true)
    await join(other.userId, kept.userId)
    await server.opened.database
      .update(guardianships)
      .set({ guardianId: kept.userId })
      .where(eq(guardianships.guardianId, other.userId))
    expect(await isGiven(parent, childId, 'photographs')).toBe(false)
    expect(await profileOf(kept)).toMatchObject({ areAsked: true })
    expect(await cardAnswers()).toMatchObject([
      { isGiven: true, counts: true },
      { isGiven: false, counts: true },
    ])
    await answer(kept, childId, 'photographs', true)
    expect(await isGiven(parent, childId, 'photographs')).toBe(true)
  })

  test('a consent of an account that was joined counts no more', async () => {
    const kept = await server.signInAs({ roles: ['parent'], group: 'parent' })
    await answer(other, childId, 'photographs', true)
    await join(other.userId, kept.userId)
    await server.opened.database
      .update(guardianships)
      .set({ guardianId: kept.userId })
      .where(eq(guardianships.guardianId, other.userId))
    expect(await isGiven(parent, childId, 'photographs')).toBe(false)
    expect(await cardAnswers()).toMatchObject([{ isGiven: true, counts: false }])
  })

  test('a refusal for an account of the child that was joined counts for the kept one', async () => {
    const second = await addChild()
    await addGuardian(other.userId, 'full', second)
    await answer(other, second, 'photographs', false)
    await answer(parent, childId, 'photographs', true)
    await join(second, childId)
    expect(await isGiven(parent, childId, 'photographs')).toBe(false)
    await answer(other, childId, 'photographs', true)
    expect(await isGiven(parent, childId, 'photographs')).toBe(true)
  })

  test('the answer of one who has lost a right counts no more', async () => {
    await answer(other, childId, 'photographs', true)
    await server.opened.database
      .update(guardianships)
      .set({ writes: false })
      .where(eq(guardianships.guardianId, other.userId))
    expect(await isGiven(parent, childId, 'photographs')).toBe(false)
  })

  test('the card of the child shows both answers to the staff, and which counts', async () => {
    await answer(parent, childId, 'photographs', true)
    server.clock.now = new Date('2026-10-14T09:10:00Z')
    await answer(other, childId, 'photographs', false)
    await server.opened.database.update(users).set({ lastName: 'Соколова' }).where(eq(users.id, other.userId))
    await server.opened.database
      .update(guardianships)
      .set({ writes: false })
      .where(eq(guardianships.guardianId, other.userId))
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const card = (await administrator.call(`GET /v1/admin/user/${childId}`)).json<UserCard>()
    expect(card.consents.find(({ purpose }) => purpose === 'photographs')).toEqual({
      purpose: 'photographs',
      isGiven: true,
      answers: [
        {
          by: expect.stringMatching(/^Соколова /),
          isGiven: false,
          version: '1',
          counts: false,
          at: '2026-10-14T09:10:00.000Z',
        },
        { by: expect.any(String), isGiven: true, version: '1', at: '2026-10-14T09:00:00.000Z', counts: true },
      ],
    })
  })
})
