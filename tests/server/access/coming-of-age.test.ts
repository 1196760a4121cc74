import { and, asc, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type GuardianRights,
  guardianRights,
  type KeptByGuardians,
  rightsOfPreset,
} from '#contract/people/guardian-rights.ts'
import { isBornEighteenYearsBefore } from '#server/access/visible-students.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { addDays, dayOfAge } from '#server/time/calendar-days.ts'
import { rightsOfPair } from '#tests/support/samples/rights-of-pair.ts'
import { openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp({ now: new Date('2026-10-14T09:00:00Z') }))
let school: Awaited<ReturnType<typeof openSmallSchool>>
const db = () => server.opened.database

beforeAll(async () => {
  school = await openSmallSchool(server)
})

type Birthday = string | null
const setBirthday = (userId: string, bornOn: Birthday) =>
  db()
    .insert(personalDetails)
    .values({ userId, bornOn, updatedAt: server.clock.now })
    .onConflictDoUpdate({ target: personalDetails.userId, set: { bornOn } })

async function addFamily(bornOn: Birthday, ...rights: GuardianRights[]) {
  const parents = []
  for (const _ of rights) parents.push(await server.signInAs({ roles: ['parent'], group: 'parent' }))
  const childId = await school.addChild('Артём', parents)
  if (bornOn) await setBirthday(childId, bornOn)
  for (const [index, { userId }] of parents.entries()) {
    const isPair = and(eq(guardianships.guardianId, userId), eq(guardianships.childId, childId))
    await db()
      .update(guardianships)
      .set(rights[index] ?? {})
      .where(isPair)
  }
  const everyone = [childId, ...parents.map(({ userId }) => userId)]
  for (const id of everyone) await db().update(users).set({ subject: crypto.randomUUID() }).where(eq(users.id, id))
  return { childId, parents, guardianId: parents[0]?.userId ?? '', everyone }
}

async function rightsOf(guardianId: string, childId: string) {
  const isPair = and(eq(guardianships.guardianId, guardianId), eq(guardianships.childId, childId))
  const [pair] = await db().select().from(guardianships).where(isPair)
  return rightsOfPair(pair)
}

const jobs = ['apply-coming-of-age', 'announce-coming-of-age'] as const

/** Both jobs at an instant, as the school that keeps `ofAge` runs them. */
async function runAt(
  now: string,
  { ofAge, timeZone = 'Europe/Moscow' }: { ofAge?: KeptByGuardians; timeZone?: string } = {},
) {
  server.clock.now = new Date(now)
  const SCHOOL = ofAge ? { guardians: { ofAge } } : {}
  await runJobs(jobs, { database: db(), clock: () => server.clock.now, timeZone, env: { ...server.env, SCHOOL } })
}

const messagesTo = async (people: readonly string[]) =>
  db()
    .select({ userId: notifications.userId, kind: notifications.kind, values: notifications.values })
    .from(notifications)
    .where(inArray(notifications.userId, [...people]))
    .orderBy(asc(notifications.at))

const kindsTo = async (people: readonly string[]) => (await messagesTo(people)).map(({ kind }) => kind)

async function changeByPanel(childId: string, guardianId: string, rights: GuardianRights) {
  const pavel = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: server.clock.now })
  const body = { guardianId, rights, reason: 'По просьбе ученика' }
  expect((await pavel.call(`POST /v1/admin/user/${childId}/guardian-rights`, { body })).statusCode).toBe(204)
}

describe('When a student comes of age', () => {
  test.each([
    ['2008-10-15', 'Europe/Moscow', '2026-10-14T20:59:00Z', '2026-10-14T21:00:00Z'],
    ['2008-10-15', 'Asia/Vladivostok', '2026-10-14T13:59:00Z', '2026-10-14T14:00:00Z'],
    ['2009-02-28', 'Europe/Moscow', '2027-02-27T20:59:00Z', '2027-02-27T21:00:00Z'],
    ['2008-02-29', 'Europe/Moscow', '2026-02-28T20:59:00Z', '2026-02-28T21:00:00Z'],
  ])(
    'guardians of who was born on %s keep the view of a payer from midnight in %s on',
    async (bornOn, timeZone, before, at) => {
      const { childId, guardianId } = await addFamily(bornOn, rightsOfPreset.full)
      await runAt(before, { timeZone })
      expect(await rightsOf(guardianId, childId)).toEqual(rightsOfPreset.full)
      await runAt(at, { timeZone })
      expect(await rightsOf(guardianId, childId)).toEqual(rightsOfPreset.payer)
    },
  )

  test('the schedule of the student closes for guardians at once, and the contracts do not', async () => {
    server.clock.now = new Date('2026-11-01T20:45:00Z')
    const { childId, parents } = await addFamily('2008-11-02', rightsOfPreset.full)
    await runAt('2026-11-01T21:00:00Z')
    const [parent] = parents
    expect((await parent?.call('GET /v1/profile/children'))?.json()).toMatchObject([
      { uuid: childId, withheld: ['seesLearning', 'enrols'] },
    ])
  })

  test('nothing is given that a guardian did not have, and a school may leave everything, or nothing', async () => {
    const { informed, learning, full } = rightsOfPreset
    const { childId, parents } = await addFamily('2008-11-03', informed, learning)
    await runAt('2026-11-03T09:00:00Z')
    const none = { ...informed, seesLearning: false }
    const kept = await Promise.all(parents.map(({ userId }) => rightsOf(userId, childId)))
    expect(kept).toEqual([none, { ...none, writes: true }])
    const open = await addFamily('2008-11-04', full)
    await runAt('2026-11-04T09:00:00Z', { ofAge: 'full' })
    expect(await rightsOf(open.guardianId, open.childId)).toEqual(full)
    const closed = await addFamily('2008-11-05', full)
    await runAt('2026-11-05T09:00:00Z', { ofAge: 'none' })
    expect(Object.values(await rightsOf(closed.guardianId, closed.childId))).toEqual(guardianRights.map(() => false))
  })

  test('all get a message 30 days before and on the day, once each', async () => {
    const { full, payer } = rightsOfPreset
    const { childId, everyone, guardianId, parents } = await addFamily('2008-12-10', full, payer)
    await runAt('2026-11-09T09:00:00Z')
    expect(await messagesTo(everyone)).toEqual([])
    await runAt('2026-11-10T09:00:00Z')
    await runAt('2026-11-11T09:00:00Z')
    const announced = await messagesTo(everyone)
    expect(new Map(announced.map(({ userId, values }) => [userId, values.ru]))).toEqual(
      new Map<string, unknown>([
        [childId, expect.objectContaining({ student: '', day: '10 декабря 2026 года' })],
        [
          guardianId,
          expect.objectContaining({
            student: 'Артём',
            isChanged: 'yes',
            rights: expect.not.stringContaining('оценки'),
          }),
        ],
        [parents[1]?.userId ?? '', expect.objectContaining({ student: 'Артём', isChanged: '' })],
      ]),
    )
    expect(await kindsTo(everyone)).toEqual(['coming-of-age', 'coming-of-age', 'coming-of-age'])
    // Midnight: the rights change, the messages wait for the morning.
    await runAt('2026-12-09T21:00:00Z')
    expect(await rightsOf(guardianId, childId)).toEqual(payer)
    expect(await kindsTo(everyone)).toHaveLength(3)
    await runAt('2026-12-10T07:00:00Z')
    await runAt('2026-12-11T07:00:00Z')
    expect((await kindsTo(everyone)).slice(3)).toEqual(['of-age', 'of-age', 'of-age'])
  })

  test('what the school gives afterwards stays', async () => {
    const { childId, guardianId } = await addFamily('2008-12-15', rightsOfPreset.full)
    await runAt('2026-12-15T09:00:00Z')
    await changeByPanel(childId, guardianId, rightsOfPreset.full)
    await runAt('2026-12-16T09:00:00Z')
    expect(await rightsOf(guardianId, childId)).toEqual(rightsOfPreset.full)
  })

  test('a student without a date of birth stays a minor', async () => {
    const { childId, guardianId, everyone } = await addFamily(null, rightsOfPreset.full)
    await runAt('2026-12-17T09:00:00Z')
    expect(await rightsOf(guardianId, childId)).toEqual(rightsOfPreset.full)
    expect(await messagesTo(everyone)).toEqual([])
  })
})

describe('A date of birth that is corrected', () => {
  test('before the day moves the notice', async () => {
    const { childId, everyone, guardianId } = await addFamily('2008-12-20', rightsOfPreset.full)
    await runAt('2026-12-01T09:00:00Z')
    await setBirthday(childId, '2009-12-20')
    await runAt('2026-12-20T09:00:00Z')
    expect(await rightsOf(guardianId, childId)).toEqual(rightsOfPreset.full)
    expect(await kindsTo(everyone)).toEqual(['coming-of-age', 'coming-of-age'])
    await runAt('2027-11-25T09:00:00Z')
    expect(await kindsTo(everyone)).toHaveLength(4)
  })

  test('after the day gives back what was taken, but not what the school has changed since', async () => {
    const { full, payer, informed } = rightsOfPreset
    const { childId, parents } = await addFamily('2008-12-21', full, full)
    await runAt('2026-12-21T09:00:00Z')
    const [first, second] = parents.map(({ userId }) => userId)
    await changeByPanel(childId, second ?? '', informed)
    await setBirthday(childId, '2009-01-21')
    await runAt('2026-12-22T09:00:00Z')
    expect(await rightsOf(first ?? '', childId)).toEqual(full)
    expect(await rightsOf(second ?? '', childId)).toEqual(informed)
    // The next birthday is one, too.
    await runAt('2027-01-21T09:00:00Z')
    expect(await rightsOf(first ?? '', childId)).toEqual(payer)
  })

  test('and makes an adult of a student who is 18 already acts at once', async () => {
    const { childId, guardianId, everyone } = await addFamily(null, rightsOfPreset.full)
    await setBirthday(childId, '2006-05-01')
    await runAt('2027-01-25T09:00:00Z')
    expect(await rightsOf(guardianId, childId)).toEqual(rightsOfPreset.payer)
    expect(await kindsTo(everyone)).toEqual(['of-age', 'of-age'])
  })

  test('is refused to a guardian if it decides about the rights of others', async () => {
    server.clock.now = new Date('2027-01-26T09:00:00Z')
    const { full } = rightsOfPreset
    const enter = (by: Person | undefined, childId: string, bornOn: string) =>
      by?.call('PATCH /v1/profile/tax-deduction/particulars', { body: { userUuid: childId, bornOn } })
    const common = await addFamily('2012-05-01', full, full)
    const refused = await enter(common.parents[0], common.childId, '2002-05-01')
    expect([refused?.statusCode, refused?.json().errors]).toEqual([422, [{ path: 'bornOn', message: 'not-allowed' }]])
    expect((await enter(common.parents[0], common.childId, '2011-05-01'))?.statusCode).toBe(200)
    const adult = await addFamily('2007-05-01', full)
    expect((await enter(adult.parents[0], adult.childId, '2012-05-01'))?.statusCode).toBe(422)
    const unknown = await addFamily(null, full)
    expect((await enter(unknown.parents[0], unknown.childId, '2006-05-01'))?.statusCode).toBe(200)
  })
})

test('The day of age in messages is the first one on which the database takes the person for an adult', async () => {
  const { childId } = await addFamily(null, rightsOfPreset.full)
  for (const bornOn of ['2008-02-29', '2008-02-28', '2008-03-01', '2009-12-31', '2010-01-01']) {
    await setBirthday(childId, bornOn)
    const isAdultOn = (day: string) =>
      db().$count(personalDetails, and(eq(personalDetails.userId, childId), isBornEighteenYearsBefore(day)))
    const day = dayOfAge(bornOn)
    expect([bornOn, await isAdultOn(addDays(day, -1)), await isAdultOn(day)]).toEqual([bornOn, 0, 1])
  }
})
