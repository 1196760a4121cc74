import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntries, sessions } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { codeEvents, oneTimeCodes } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { codeSentTo, otherThan } from '#tests/support/server/codes.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { tabRaceRounds } from '#tests/support/server/races.ts'

type Someone = Person & { userId: string; sessionId: string }

const server = openForSuite(() => openTestApp())
let olga: Someone
let phone: string
let people = 0

beforeEach(async () => {
  phone = nextPhone()
  olga = await someoneWith({ phone, email: 'olga@mail.example' })
})

function nextPhone(): string {
  people += 1
  return `+7916${String(people).padStart(7, '0')}`
}

async function someoneWith(contacts: { phone?: string | null; email?: string | null }): Promise<Someone> {
  const person = await server.signInAs({ roles: ['parent'] })
  await server.opened.database.update(users).set(contacts).where(eq(users.id, person.userId))
  return person
}

/** The same user on another device, or after the session has ended. */
const again = () => server.signInAs({ roles: ['parent'], userId: olga.userId })

function pass({ hours = 0, minutes = 0, seconds = 0 }): void {
  server.clock.now = new Date(server.clock.now.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000)
}

const send = (person: Person = olga) => person.call('POST /v1/profile/two-factor/send')
const check = (code: string, person: Person = olga) =>
  person.call('POST /v1/profile/two-factor/check', { body: { code } })
const sentCode = (target = phone) => codeSentTo(server.opened.database, target)

async function outcome(answer: ReturnType<typeof send>) {
  const reply = await answer
  const { type = null, triesLeft = null, retryAfter = null } = reply.json()
  return { status: reply.statusCode, type, triesLeft, retryAfter }
}

const over = { status: 409, type: 'code-expired', triesLeft: null, retryAfter: null }
const done = { status: 200, type: null, triesLeft: null, retryAfter: null }

describe('The two-factor code (D-26)', () => {
  test('goes to the phone, masked in the response', async () => {
    const answer = await send()
    expect(answer.json()).toEqual({
      noResendExpiresIn: 60,
      channel: 'phone',
      target: `+7 ••• •••-${phone.slice(-4, -2)}-${phone.slice(-2)}`,
    })
    expect(await sentCode()).toMatch(/^\d{6}$/)
  })

  test('goes to the email without a phone', async () => {
    const anna = await someoneWith({ email: 'anna@mail.example' })
    expect((await send(anna)).json()).toEqual({
      noResendExpiresIn: 60,
      channel: 'email',
      target: 'a***@mail.example',
    })
    expect(await outcome(check(await sentCode('anna@mail.example'), anna))).toEqual(done)
  })

  test('cannot be sent without phone and email', async () => {
    const withoutContacts = await someoneWith({ phone: null, email: null })
    expect(await outcome(send(withoutContacts))).toMatchObject({ status: 409, type: 'no-second-factor' })
    expect(await outcome(check('123456', withoutContacts))).toMatchObject({ status: 409, type: 'no-second-factor' })
  })

  test('confirms this session, for 15 minutes, and no other one', async () => {
    const elsewhere = await again()
    await send()
    const answer = await check(await sentCode())
    expect(answer.json()).toEqual({ twoFactorLastCheck: server.clock.now.toISOString() })
    expect((await olga.call('GET /v1/profile')).json()).toMatchObject(answer.json())
    const sensitive = (person: Person) =>
      outcome(person.call('PATCH /v1/profile', { body: { email: 'olga@mail.example' } }))
    expect(await sensitive(olga)).toEqual(done)
    expect(await sensitive(elsewhere)).toMatchObject({ status: 428, type: 'two-factor-required' })
    pass({ minutes: 15 })
    expect(await sensitive(olga)).toEqual(done)
    pass({ seconds: 1 })
    expect(await sensitive(olga)).toMatchObject({ status: 428, type: 'two-factor-required' })
  })

  test('is good for five minutes', async () => {
    await send()
    pass({ minutes: 5 })
    expect(await outcome(check(await sentCode()))).toEqual(over)
    await send()
    pass({ minutes: 4, seconds: 59 })
    expect(await outcome(check(await sentCode()))).toEqual(done)
  })

  test('works once, for one session', async () => {
    const elsewhere = await again()
    await send()
    const code = await sentCode()
    expect(await outcome(check(code))).toEqual(done)
    expect(await outcome(check(code, elsewhere))).toEqual(over)
    expect((await elsewhere.call('GET /v1/profile')).json()).toMatchObject({ twoFactorLastCheck: null })
  })

  describe('repeated by the same session, because its answer was lost', () => {
    let code: string
    let first: unknown

    beforeEach(async () => {
      await send()
      code = await sentCode()
      first = (await check(code)).json()
    })

    test('gets the same answer as long as the code lives, and no newer check', async () => {
      pass({ minutes: 4, seconds: 59 })
      expect((await check(code)).json()).toEqual(first)
      expect((await olga.call('GET /v1/profile')).json()).toMatchObject({ twoFactorLastCheck: expect.any(String) })
      expect((await olga.call('GET /v1/profile')).json()).toMatchObject(first as object)
      pass({ seconds: 1 })
      expect(await outcome(check(code))).toEqual(over)
    })

    test('counts wrong codes, five in all, and twenty a day', async () => {
      const wrong = (triesLeft: number) => ({ status: 422, type: 'code-wrong', triesLeft, retryAfter: null })
      for (const left of [4, 3, 2]) expect(await outcome(check(otherThan(code)))).toEqual(wrong(left))
      expect((await check(code)).json()).toEqual(first)
      expect(await outcome(check(otherThan(code)))).toEqual(wrong(1))
      expect(await outcome(check(otherThan(code)))).toEqual(over)
      expect(await outcome(check(code))).toEqual(over)
      const events = await server.opened.database.select().from(codeEvents).where(eq(codeEvents.userId, olga.userId))
      expect(events.filter(({ kind }) => kind === 'wrong')).toHaveLength(5)
    })

    test('is over once a newer code has confirmed the session', async () => {
      pass({ minutes: 1 })
      await send()
      const newer = await sentCode()
      await check(newer)
      if (newer !== code) expect(await outcome(check(code))).toMatchObject({ type: 'code-wrong', triesLeft: 4 })
      expect(await outcome(check(newer))).toEqual(done)
    })

    test('is over without the confirmation that it gave', async () => {
      const isThis = eq(sessions.id, olga.sessionId)
      await server.opened.database.update(sessions).set({ twoFactorLastCheck: null }).where(isThis)
      expect(await outcome(check(code))).toEqual(over)
    })
  })

  test('that is right at the fifth attempt can be repeated', async () => {
    await send()
    const code = await sentCode()
    for (let count = 0; count < 4; count += 1) await check(otherThan(code))
    expect(await outcome(check(code))).toEqual(done)
    expect(await outcome(check(code))).toEqual(done)
  })

  test('has five attempts; the correct one after them is rejected', async () => {
    await send()
    const code = await sentCode()
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await outcome(check(otherThan(code)))).toEqual({
        status: 422,
        type: 'code-wrong',
        triesLeft,
        retryAfter: null,
      })
    }
    expect(await outcome(check(otherThan(code)))).toEqual(over)
    expect(await outcome(check(code))).toEqual(over)
  })

  test('is replaced by a new one', async () => {
    await send()
    const old = await sentCode()
    pass({ minutes: 1 })
    await send()
    const code = await sentCode()
    if (old !== code) expect(await outcome(check(old))).toMatchObject({ type: 'code-wrong', triesLeft: 4 })
    expect(await outcome(check(code))).toEqual(done)
  })

  test('is bound to its user, and cannot be entered without a sent code', async () => {
    const stranger = await someoneWith({ phone: nextPhone() })
    await send()
    expect(await outcome(check(await sentCode(), stranger))).toEqual(over)
  })

  test('is rejected after the phone was changed', async () => {
    await send()
    const code = await sentCode()
    await server.opened.database.update(users).set({ phone: nextPhone() }).where(eq(users.id, olga.userId))
    expect(await outcome(check(code))).toEqual(over)
  })

  test('is not stored in plain text', async () => {
    await send()
    const code = await sentCode()
    const rows = await server.opened.database.select().from(oneTimeCodes).where(eq(oneTimeCodes.userId, olga.userId))
    expect(JSON.stringify(rows.map(({ codeHash }) => codeHash))).not.toContain(code)
  })
})

describe('An unconfirmed phone', () => {
  const messages = () =>
    server.opened.database
      .select({ target: deliveries.target, values: deliveries.values })
      .from(deliveries)
      .where(and(eq(deliveries.kind, 'phone-confirmed'), eq(deliveries.target, email)))
  let email: string

  beforeEach(async () => {
    email = `${phone.slice(1)}@mail.example`
    await server.opened.database.update(users).set({ email }).where(eq(users.id, olga.userId))
  })

  test('becomes a sign-in name after the first code, with one notice', async () => {
    for (let round = 0; round < 2; round += 1) {
      await send()
      expect(await outcome(check(await sentCode()))).toEqual(done)
      pass({ minutes: 2 })
    }
    const link = expect.stringMatching(/\/not-me\/[\w-]{43}$/)
    const now = `+7 ••• •••-${phone.slice(-4, -2)}-${phone.slice(-2)}`
    expect(await messages()).toEqual([{ target: email, values: { now, link } }])
  })

  test('is no longer one after the revert link is used', async () => {
    await send()
    await check(await sentCode())
    const { pathname } = new URL((await messages())[0]?.values?.link ?? '')
    const undone = await server.visitor.call(`POST /v1/auth${pathname}`)
    expect(undone.json()).toMatchObject({ state: 'done', reverted: [{ kind: 'phone-confirmed' }] })
    const [person] = await server.opened.database.select().from(users).where(eq(users.id, olga.userId))
    expect([person?.phone, person?.phoneVerifiedAt]).toEqual([phone, null])
  })
})

describe('Sending (D-35)', () => {
  const tooSoon = (retryAfter: number) => ({ status: 429, type: 'code-too-soon', triesLeft: null, retryAfter })
  const spent = (retryAfter: number) => ({ status: 429, type: 'code-limit-reached', triesLeft: null, retryAfter })

  test('must wait for a minute; the previous code stays valid', async () => {
    await send()
    const code = await sentCode()
    pass({ seconds: 12 })
    const early = await send()
    expect(early.headers['retry-after']).toBe('48')
    expect(await outcome(send())).toEqual(tooSoon(48))
    expect(await outcome(check(code))).toEqual(done)
    pass({ seconds: 48 })
    expect(await outcome(send())).toEqual(done)
  })

  test('is possible five times an hour and ten times a day', async () => {
    const sendIn = async (minutes: number) => {
      pass({ minutes })
      olga = await again()
      return outcome(send())
    }
    for (let count = 0; count < 5; count += 1) expect(await sendIn(1)).toEqual(done)
    expect(await sendIn(1)).toEqual(spent(55 * 60))
    expect(await sendIn(55)).toEqual(done)
    for (let count = 0; count < 4; count += 1) expect(await sendIn(20)).toEqual(done)
    expect(await sendIn(60)).toMatchObject({ status: 429, type: 'code-limit-reached' })
    expect(await sendIn(24 * 60)).toEqual(done)
  })

  test('is also counted by phone', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => someoneWith({ phone })))
    for (const other of others) expect(await outcome(send(other))).toEqual(done)
    expect(await outcome(send())).toEqual(spent(3600))
  })

  test('is not exhausted by codes that verify the same contact for others', async () => {
    const email = `${phone.slice(1)}@mail.example`
    await server.opened.database.update(users).set({ email }).where(eq(users.id, olga.userId))
    const verify = async (to: object) => {
      const stranger = await server.signInAs({ roles: ['parent'], twoFactorLastCheck: server.clock.now })
      return outcome(stranger.call('POST /v1/profile/account/verification/send', { body: to }))
    }
    for (const to of [{ phone }, { email }]) {
      for (let count = 0; count < 5; count += 1) expect(await verify(to)).toEqual(done)
      expect(await verify(to)).toEqual(spent(3600))
    }
    expect(await outcome(send())).toEqual(done)
    await server.opened.database.update(users).set({ phone: null }).where(eq(users.id, olga.userId))
    olga = await again()
    expect(await outcome(send())).toEqual(done)
  })

  test('from many tabs at once sends one code', async () => {
    for (let round = 0; round < tabRaceRounds / 4; round += 1) {
      const target = nextPhone()
      const person = await someoneWith({ phone: target })
      const outcomes = await Promise.all(Array.from({ length: 10 }, async () => (await outcome(send(person))).type))
      expect(outcomes.sort()).toEqual([...Array(9).fill('code-too-soon'), null])
      expect(await server.opened.database.$count(deliveries, eq(deliveries.target, target))).toBe(1)
    }
  })

  test('by many users to one phone shares one limit', async () => {
    for (let round = 0; round < tabRaceRounds / 4; round += 1) {
      const target = nextPhone()
      const people = await Promise.all(Array.from({ length: 8 }, () => someoneWith({ phone: target })))
      const outcomes = await Promise.all(people.map(async (person) => (await outcome(send(person))).type))
      expect(outcomes.sort()).toEqual([...Array(3).fill('code-limit-reached'), ...Array(5).fill(null)])
    }
  })
})

describe('Guessing (D-35)', () => {
  async function spendTries(tries: number): Promise<void> {
    await send()
    const code = otherThan(await sentCode())
    for (let count = 0; count < tries; count += 1) await check(code)
  }

  test('twenty times locks for a day, with one notice', async () => {
    for (let round = 0; round < 3; round += 1) {
      await spendTries(5)
      pass({ minutes: 1 })
    }
    await spendTries(4)
    const code = await sentCode()
    const locked = { status: 429, type: 'factor-locked', triesLeft: null, retryAfter: 86_400 }
    expect(await outcome(check(otherThan(code)))).toEqual(locked)
    expect(await outcome(check(code))).toEqual(locked)
    expect(await outcome(send())).toEqual(locked)
    const messages = await server.opened.database
      .select({ target: deliveries.target, language: deliveries.language })
      .from(deliveries)
      .where(eq(deliveries.kind, 'factor-locked'))
      .orderBy(asc(deliveries.target))
    expect(messages).toEqual([
      { target: phone, language: 'ru' },
      { target: 'olga@mail.example', language: 'ru' },
    ])
    pass({ hours: 23, minutes: 59, seconds: 59 })
    olga = await again()
    expect(await outcome(send())).toMatchObject({ type: 'factor-locked', retryAfter: 1 })
    pass({ seconds: 1 })
    expect(await outcome(send())).toEqual(done)
    expect(await outcome(check(await sentCode()))).toEqual(done)
  })

  test('concurrently is counted, and at most five guesses are checked', async () => {
    await send()
    const code = await sentCode()
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => outcome(check(otherThan(code)))))
    const triesLeft = outcomes.map((one) => one.triesLeft).filter((left) => left !== null)
    expect(triesLeft.sort()).toEqual([1, 2, 3, 4])
    expect(outcomes.filter(({ type }) => type === 'code-expired')).toHaveLength(36)
    const counted = await server.opened.database.select().from(codeEvents).where(eq(codeEvents.userId, olga.userId))
    expect(counted.filter(({ kind }) => kind === 'wrong')).toHaveLength(5)
  })

  test('with the correct code from two tabs of a session confirms it once, and both are answered alike', async () => {
    for (let round = 0; round < tabRaceRounds; round += 1) {
      const target = nextPhone()
      const person = await someoneWith({ phone: target })
      await send(person)
      const code = await sentCode(target)
      const answers = await Promise.all([check(code, person), check(code, person), check(code, person)])
      const { twoFactorLastCheck } = (await person.call('GET /v1/profile')).json()
      expect(answers.map((answer) => answer.json())).toEqual(Array(3).fill({ twoFactorLastCheck }))
      const isOf = and(eq(auditEntries.subjectId, person.userId), eq(auditEntries.action, 'code.checked'))
      expect(await server.opened.database.$count(auditEntries, isOf)).toBe(1)
    }
  })

  test('with the correct code from two sessions confirms exactly one', async () => {
    for (let round = 0; round < tabRaceRounds; round += 1) {
      const target = nextPhone()
      const person = await someoneWith({ phone: target })
      const elsewhere = await server.signInAs({ roles: ['parent'], userId: person.userId })
      await send(person)
      const code = await sentCode(target)
      const outcomes = await Promise.all([outcome(check(code, person)), outcome(check(code, elsewhere))])
      expect(outcomes.sort((one, other) => one.status - other.status)).toEqual([done, over])
    }
  })
})
