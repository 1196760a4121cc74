import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { storeAvatar } from '#server/profile/avatars/avatar-store.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { codeSentTo, otherThan } from '#tests/support/server/codes.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { tabRaceRounds } from '#tests/support/server/races.ts'

type Someone = Person & { userId: string; sessionId: string }

const server = openForSuite(() => openTestApp())
let olga: Someone
let people = 0
/** The new email and phone of the user. */
let email: string
let phone: string

beforeEach(async () => {
  people += 1
  email = `new${people}@mail.example`
  phone = `+7925${String(people).padStart(7, '0')}`
  olga = await signIn()
  await store(olga.userId, { email: `old${people}@mail.example`, phone: `+7916${String(people).padStart(7, '0')}` })
})

function signIn(userId?: string, roles: Role[] = ['parent']): Promise<Someone> {
  return server.signInAs({ roles, ...(userId && { userId }), twoFactorLastCheck: server.clock.now })
}

async function store(userId: string, contacts: { email?: string | null; phone?: string | null }): Promise<void> {
  await server.opened.database.update(users).set(contacts).where(eq(users.id, userId))
}

const send = (to: object, person: Person = olga) =>
  person.call('POST /v1/profile/account/verification/send', { body: to })
const verify = (body: object, person: Person = olga) =>
  person.call('POST /v1/profile/account/verification/verify', { body })
const change = (body: object, person: Person = olga) => person.call('PATCH /v1/profile', { body })
const sentCode = (target: string) => codeSentTo(server.opened.database, target)

async function verified(to: { email: string } | { phone: string }, person: Person = olga): Promise<void> {
  await send(to, person)
  const code = await sentCode('email' in to ? to.email : to.phone)
  expect((await verify({ ...to, code }, person)).json()).toEqual({ verified: true })
}

async function outcome(answer: ReturnType<typeof send>) {
  const reply = await answer
  const { type = null, errors = null } = reply.json()
  return { status: reply.statusCode, type, errors }
}

function refusedValue(path: string, message: string) {
  return { status: 422, type: 'invalid-values', errors: [{ path, message }] }
}

const messagesTo = (target: string) =>
  server.opened.database
    .select({ kind: deliveries.kind, values: deliveries.values, language: deliveries.language })
    .from(deliveries)
    .where(eq(deliveries.target, target))

describe('A new email or phone (D-27)', () => {
  test.each(['email', 'phone'] as const)(
    '%s gets a code and is saved after its verification; the old contact is notified',
    async (channel) => {
      const value = channel === 'email' ? email : phone
      const { [channel]: old } = (await olga.call('GET /v1/profile')).json()
      expect((await send({ [channel]: value })).json()).toEqual({ noResendExpiresIn: 60 })
      const code = await sentCode(value)
      expect((await verify({ [channel]: value, code })).json()).toEqual({ verified: true })
      const answer = await change({ [channel]: value })
      expect(answer.json()).toMatchObject({ id: olga.userId, firstName: 'Иван', [channel]: value })
      expect((await olga.call('GET /v1/profile')).json()).toEqual(answer.json())
      const now = channel === 'email' ? 'n***@mail.example' : `+7 ••• •••-${value.slice(-4, -2)}-${value.slice(-2)}`
      const isFactor = channel === 'phone' ? 'yes' : ''
      const link = expect.stringMatching(/^http:\/\/localhost:\d+\/not-me\/[\w-]{43}$/)
      const kind = `${channel}-changed`
      expect(await messagesTo(old)).toEqual([{ kind, values: { now, isFactor, link }, language: 'ru' }])
    },
  )

  test('is not saved before verification, nor are other changes of the request', async () => {
    expect(await outcome(change({ email }))).toEqual(refusedValue('email', 'not-verified'))
    await verified({ email })
    expect(await outcome(change({ firstName: 'Ольга', email, phone }))).toEqual(refusedValue('phone', 'not-verified'))
    expect((await olga.call('GET /v1/profile')).json()).toMatchObject({ firstName: 'Иван' })
    expect((await change({ firstName: 'Ольга', email })).json()).toMatchObject({ firstName: 'Ольга', email })
  })

  test('is valid for one change after verification', async () => {
    await verified({ email })
    await change({ email })
    await store(olga.userId, { email: 'meanwhile@mail.example' })
    expect(await outcome(change({ email }))).toEqual(refusedValue('email', 'not-verified'))
  })

  test('that is unchanged needs no code', async () => {
    await verified({ email })
    await change({ email })
    expect((await change({ email })).statusCode).toBe(200)
    expect((await change({ email: email.toUpperCase() })).statusCode).toBe(200)
    expect((await messagesTo(email)).map(({ kind }) => kind)).toEqual(['verification-code', 'email-changed'])
  })

  test('must be verified in the same session by the same user', async () => {
    const elsewhere = await signIn(olga.userId)
    const stranger = await signIn()
    await verified({ email }, elsewhere)
    await verified({ phone }, stranger)
    expect(await outcome(change({ email }))).toEqual(refusedValue('email', 'not-verified'))
    expect(await outcome(change({ phone }))).toEqual(refusedValue('phone', 'not-verified'))
  })

  test('is not verified by a code for another address', async () => {
    await send({ email })
    const code = await sentCode(email)
    const victim = `director${people}@school.example`
    expect(await outcome(verify({ email: victim, code }))).toMatchObject({ status: 409, type: 'code-expired' })
    expect(await outcome(verify({ phone, code }))).toMatchObject({ status: 409, type: 'code-expired' })
    await send({ phone })
    expect(await outcome(verify({ phone, code: otherThan(await sentCode(phone)) }))).toMatchObject({ status: 422 })
    expect(await outcome(change({ email: victim }))).toEqual(refusedValue('email', 'not-verified'))
  })

  test('that is corrected before the code arrives gets a code at once, and the first code is invalid', async () => {
    await send({ email: `typo${people}@mail.example` })
    const code = await sentCode(`typo${people}@mail.example`)
    expect((await send({ email })).statusCode).toBe(200)
    expect(await outcome(verify({ email: `typo${people}@mail.example`, code }))).toMatchObject({ type: 'code-expired' })
    expect((await verify({ email, code: await sentCode(email) })).statusCode).toBe(200)
  })

  describe('verified by a code whose answer was lost', () => {
    let code: string

    beforeEach(async () => {
      await send({ email })
      code = await sentCode(email)
      await verify({ email, code })
    })

    test('is answered alike when the session enters the code again, and may be saved', async () => {
      expect((await verify({ email: email.toUpperCase(), code })).json()).toEqual({ verified: true })
      expect((await change({ email })).json()).toMatchObject({ email })
    })

    test('is not verified for another session', async () => {
      const elsewhere = await signIn(olga.userId)
      expect(await outcome(verify({ email, code }, elsewhere))).toMatchObject({ type: 'code-expired' })
      expect(await outcome(change({ email }, elsewhere))).toEqual(refusedValue('email', 'not-verified'))
    })

    test('is not verified again for a second change', async () => {
      await change({ email })
      expect(await outcome(verify({ email, code }))).toMatchObject({ type: 'code-expired' })
      await store(olga.userId, { email: 'meanwhile@mail.example' })
      expect(await outcome(verify({ email, code }))).toMatchObject({ type: 'code-expired' })
      expect(await outcome(change({ email }))).toEqual(refusedValue('email', 'not-verified'))
    })

    test('counts the wrong codes that follow', async () => {
      const answer = await verify({ email, code: otherThan(code) })
      expect(answer.json()).toMatchObject({ type: 'code-wrong', triesLeft: 4 })
      expect((await verify({ email, code })).json()).toEqual({ verified: true })
    })
  })

  test('is verified once by many tabs of a session, and all are answered alike', async () => {
    for (let round = 0; round < tabRaceRounds / 4; round += 1) {
      const [person, next] = [await signIn(), `${round}.tabs.${email}`]
      await send({ email: next }, person)
      const code = await sentCode(next)
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () => outcome(verify({ email: next, code }, person))),
      )
      expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill(200))
      const isOf = and(eq(auditEntries.subjectId, person.userId), eq(auditEntries.action, 'code.checked'))
      expect(await server.opened.database.$count(auditEntries, isOf)).toBe(1)
    }
  })

  test('that is verified and saved at the same moment is verified for one change', async () => {
    for (let round = 0; round < tabRaceRounds / 4; round += 1) {
      const [person, next] = [await signIn(), `${round}.saved.${email}`]
      await send({ email: next }, person)
      const code = await sentCode(next)
      await verify({ email: next, code }, person)
      await Promise.all([verify({ email: next, code }, person), change({ email: next }, person)])
      await store(person.userId, { email: 'meanwhile@mail.example' })
      expect(await outcome(change({ email: next }, person))).toEqual(refusedValue('email', 'not-verified'))
    }
  })

  test('is case-insensitive', async () => {
    const capitals = email.toUpperCase()
    await send({ email: capitals })
    const code = await sentCode(capitals.replace('MAIL.EXAMPLE', 'mail.example'))
    expect((await verify({ email, code })).statusCode).toBe(200)
    expect((await change({ email })).json()).toMatchObject({ email })
  })

  test('is saved and notified exactly once from many tabs', async () => {
    for (let round = 0; round < tabRaceRounds / 4; round += 1) {
      const [old, next] = [`old${round}.${email}`, `${round}.${email}`]
      const person = await signIn()
      await store(person.userId, { email: old })
      await verified({ email: next }, person)
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome(change({ email: next }, person))))
      expect(outcomes.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(await messagesTo(old)).toHaveLength(1)
    }
  })
})

describe('Permissions', () => {
  test('require a fresh two-factor check for the code and for the change; names require none', async () => {
    const stale = await server.signInAs({ roles: ['parent'] })
    const required = { status: 428, type: 'two-factor-required', errors: null }
    expect(await outcome(send({ email }, stale))).toEqual(required)
    expect(await outcome(change({ email }, stale))).toEqual(required)
    expect((await change({ firstName: 'Ольга' }, stale)).statusCode).toBe(200)
  })

  test.each<Role>(['student', 'teacher', 'administrator'])('do not include a %s (D-9)', async (role) => {
    const person = await signIn(undefined, [role])
    expect(await outcome(change({ email }, person))).toEqual(refusedValue('email', 'not-allowed'))
    expect(await outcome(change({ firstName: 'Ольга', phone }, person))).toEqual(refusedValue('phone', 'not-allowed'))
    expect(await outcome(send({ phone }, person))).toEqual(refusedValue('phone', 'not-allowed'))
    expect((await person.call('GET /v1/profile')).json()).toMatchObject({ firstName: 'Иван', email: null })
  })

  test('include the parent group, also of a college or an academy', async () => {
    const spoParent = await signIn(undefined, ['spo_parent'])
    expect((await send({ email }, spoParent)).statusCode).toBe(200)
    const both = { roles: ['parent', 'teacher'], twoFactorLastCheck: server.clock.now } as const
    const asTeacher = await server.signInAs({ ...both, group: 'teacher' })
    expect(await outcome(change({ email }, asTeacher))).toEqual(refusedValue('email', 'not-allowed'))
  })

  test.each([{}, { email: 'no address' }, { phone: '89161234567' }, { email: 'a@b.example', phone: '+79161234567' }])(
    'do not matter for %j, which gets no code',
    async (body) => {
      expect(await outcome(send(body))).toMatchObject({ status: 422, type: 'invalid-values' })
    },
  )
})

describe('Names and avatar', () => {
  test('change at once, and only the sent fields', async () => {
    const before = (await olga.call('GET /v1/profile')).json()
    const names = { firstName: ' Ольга ', lastName: 'Соколова', patronym: 'Дмитриевна' }
    expect((await change(names)).json()).toEqual({ ...before, ...names, firstName: 'Ольга' })
    expect((await change({ patronym: null })).json()).toMatchObject({ firstName: 'Ольга', patronym: null })
    expect((await change({})).json()).toMatchObject({ firstName: 'Ольга', lastName: 'Соколова' })
  })

  test('include only an avatar that this user has uploaded, or none', async () => {
    const stranger = await signIn()
    const picture = await uploadBy(olga)
    expect((await change({ avatar: picture })).json()).toMatchObject({ avatar: picture })
    const theirs = await uploadBy(stranger)
    for (const avatar of [
      theirs,
      'https://elsewhere.example/tracker.webp',
      '/storage/avatars/../x.webp',
      'javascript:1',
    ]) {
      expect(await outcome(change({ avatar }))).toEqual(refusedValue('avatar', 'not-yours'))
    }
    expect((await change({ avatar: picture, firstName: 'Ольга' })).statusCode).toBe(200)
    expect((await change({ avatar: null })).json()).toMatchObject({ avatar: null })
  })
})

function uploadBy(person: Someone): Promise<string> {
  const picture = { ownerId: person.userId, content: Buffer.from('webp'), now: server.clock.now }
  return storeAvatar(server.opened.database, picture)
}

describe('The present email or phone (S5)', () => {
  const signInStudent = async () => {
    const student = await server.signInAs({ roles: ['student'], group: 'student' })
    await store(student.userId, { email, phone })
    return student
  }
  const unverifiedOf = async (person: Person) => (await person.call('GET /v1/profile')).json().unverified

  test('is verified by a student with a code, without another factor, and stays as it is', async () => {
    const student = await signInStudent()
    expect(await unverifiedOf(student)).toEqual(['email', 'phone'])
    await verified({ email }, student)
    expect(await unverifiedOf(student)).toEqual(['phone'])
    await verified({ phone }, student)
    expect((await student.call('GET /v1/profile')).json()).not.toHaveProperty('unverified')
    expect((await student.call('GET /v1/profile')).json()).toMatchObject({ email, phone })
  })

  test('is not changed by a student, nor does a code go to another contact', async () => {
    const student = await signInStudent()
    expect(await outcome(send({ email: 'other@mail.example' }, student))).toEqual(refusedValue('email', 'not-allowed'))
    await verified({ email }, student)
    expect(await outcome(change({ email }, student))).toEqual(refusedValue('email', 'not-allowed'))
  })

  test('is not verified any more once it is replaced, also by an import', async () => {
    const student = await signInStudent()
    await verified({ email }, student)
    await verified({ phone }, student)
    await store(student.userId, { email: email.toUpperCase(), phone })
    expect(await unverifiedOf(student)).toBeUndefined()
    await store(student.userId, { email: 'school@mail.example', phone: '+79990001122' })
    expect(await unverifiedOf(student)).toEqual(['email', 'phone'])
    const [stored] = await server.opened.database.select().from(users).where(eq(users.id, student.userId))
    expect(stored).toMatchObject({ emailVerifiedAt: null, phoneVerifiedAt: null })
  })
})
