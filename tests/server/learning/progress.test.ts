import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attentionKinds } from '#contract/enumerations.ts'
import type {
  Progress,
  ProgressGroup,
  ProgressOverview,
  ProgressTotals,
  ProgressTrend,
} from '#contract/learning/progress.ts'
import { lessonResults } from '#server/db/schema/learning.ts'
import { campaigns, groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { type AttentionSignals, findAttention } from '#server/learning/progress/rules.ts'
import { addDays } from '#server/time/calendar-days.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import { ids, openSmallSchool, type SmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { planOf, statementsOf } from '#tests/support/server/statements.ts'

const groupsCall = 'GET /v1/parent/children/progress/groups'
const listCall = 'GET /v1/parent/children/progress/list'
const trendCall = 'GET /v1/parent/children/progress/trend'
const overviewCall = 'GET /v1/parent/children/progress/overview'

const nothing: ProgressTotals = { attended: 0, held: 0, homeworkScore: 0, homeworkMax: 0, testScore: 0, testMax: 0 }

type Result = Omit<
  typeof lessonResults.$inferSelect,
  'lessonId' | 'studentId' | 'homeworkTask' | 'homeworkDueAt' | 'homeworkAcceptedUntil'
>

async function answerOf<Answer>(person: Person, call: string, query = ''): Promise<Answer> {
  const answer = await person.call(call, { query })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const groupsOf = (person: Person) => answerOf<ProgressGroup[]>(person, groupsCall)
const overviewOf = (person: Person) => answerOf<ProgressOverview[]>(person, overviewCall)
const listOf = (person: Person, child: string, group: string = ids.group) =>
  answerOf<Progress>(person, listCall, `studentUuid=${child}&groupId=${group}`)
const trendOf = (person: Person, child: string, group: string) =>
  answerOf<ProgressTrend>(person, trendCall, `studentUuid=${child}&groupId=${group}`)

describe('An alert', () => {
  const lesson = { lessonUuid: 'lesson', date: '2026-10-10', topic: 'Закон Ома' }
  const quiet: AttentionSignals = {
    groupId: 'group',
    overdue: { count: 0, lesson: null },
    absences: { count: 0, lesson: null },
    test: { share: null, usualShare: null, before: 0, lesson: null },
  }
  const kindsOf = (...signals: AttentionSignals[]) => findAttention(signals, '2026-10-14').map(({ kind }) => kind)

  test.each([
    [1, []],
    [2, []],
    [3, ['absences-in-a-row']],
    [7, ['absences-in-a-row']],
  ])('%i absences in a row: %j', (count, expected) => {
    expect(kindsOf({ ...quiet, absences: { count, lesson } })).toEqual(expected)
  })

  test.each([
    ['a test as usual', 0.8, 0.8, 3, []],
    ['a little below', 0.61, 0.8, 3, []],
    ['a fifth below', 0.6, 0.8, 3, ['test-below-usual']],
    ['a fifth below, which floating numbers miss', 0.5, 0.7, 3, ['test-below-usual']],
    ['far below, but after two tests', 0.1, 0.9, 2, []],
    ['far above', 1, 0.4, 9, []],
  ])('%s', (_, share, usualShare, before, expected) => {
    expect(kindsOf({ ...quiet, test: { share, usualShare, before, lesson } })).toEqual(expected)
  })

  test('contains all data of its kind', () => {
    const signals: AttentionSignals = {
      groupId: 'group',
      overdue: { count: 2, lesson },
      absences: { count: 3, lesson },
      test: { share: 0.3, usualShare: 0.75, before: 4, lesson },
    }
    expect(findAttention([signals], '2026-10-14')).toEqual([
      { kind: 'absences-in-a-row', groupId: 'group', ...lesson, count: 3, share: null, usualShare: null },
      { kind: 'homework-overdue', groupId: 'group', ...lesson, count: 2, share: null, usualShare: null },
      { kind: 'test-below-usual', groupId: 'group', ...lesson, count: null, share: 0.3, usualShare: 0.75 },
    ])
  })

  test('of one kind is sorted by size, then by date with the latest first', () => {
    const overdue = (groupId: string, count: number, date: string): AttentionSignals => ({
      ...quiet,
      groupId,
      overdue: { count, lesson: { ...lesson, date } },
    })
    const found = findAttention(
      [overdue('old', 2, '2026-09-01'), overdue('new', 2, '2026-10-01'), overdue('many', 5, '2026-09-01')],
      '2026-10-14',
    )
    expect(found.map(({ groupId }) => groupId)).toEqual(['many', 'new', 'old'])
  })
})

describe('The progress', () => {
  const now = new Date('2026-10-14T09:00:00Z')
  let server: TestApp
  let school: SmallSchool
  beforeAll(async () => {
    server = await openTestApp({ now })
    school = await openSmallSchool(server)
  })
  afterAll(() => server.close())

  async function addGroup(title: string, more: Partial<typeof studyGroups.$inferInsert> = {}) {
    const id = randomUUID()
    await server.opened.database.insert(studyGroups).values({
      id,
      programId: ids.program,
      campaignId: ids.campaign,
      title,
      format: 'offline',
      startsOn: '2026-09-01',
      endsOn: '2027-05-31',
      price: 0,
      paymentSchemes: ['OnePayment'],
      placesTotal: 100,
      ...more,
    })
    return id
  }

  async function join(groupId: string, studentId: string, days: { joinedOn?: string; leftOn?: string } = {}) {
    await server.opened.database
      .insert(groupMemberships)
      .values({ groupId, studentId, joinedOn: '2026-09-01', ...days })
  }

  /** At 15:00 in Moscow by default. */
  async function addLesson(groupId: string, day: string, more: Partial<typeof lessons.$inferInsert> = {}) {
    const id = randomUUID()
    const startsAt = more.startsAt ?? new Date(`${day}T12:00:00Z`)
    await server.opened.database.insert(lessons).values({
      id,
      groupId,
      topic: `Занятие ${day}`,
      format: 'offline',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 5_400_000),
      ...more,
    })
    return id
  }

  async function mark(
    lessonId: string,
    studentId: string,
    result: Omit<typeof lessonResults.$inferInsert, 'lessonId' | 'studentId'>,
  ) {
    await server.opened.database.insert(lessonResults).values({ lessonId, studentId, ...result })
  }

  async function familyIn(title: string) {
    const { parent, childId } = await school.addFamily('Артём')
    const groupId = await addGroup(title)
    await join(groupId, childId)
    return { parent, childId, groupId }
  }

  test('lists the groups of each child once, current ones first', async () => {
    const { parent, childId, groupId } = await familyIn('ФИЗ-Я')
    const left = await addGroup('ФИЗ-А')
    const again = await addGroup('ФИЗ-Б')
    await join(left, childId, { leftOn: '2026-10-01' })
    await join(again, childId, { leftOn: '2026-09-10' })
    await join(again, childId, { joinedOn: '2026-10-01' })
    const coming = await addGroup('ФИЗ-0')
    await join(coming, childId, { joinedOn: '2026-11-01' })
    const sister = await school.addChild('Анна', [parent])
    await join(groupId, sister)
    const group = (studentUuid: string, id: string, title: string) => ({
      studentUuid,
      groupId: id,
      title,
      subject: 'Физика',
    })
    expect(await groupsOf(parent)).toEqual([
      group(sister, groupId, 'ФИЗ-Я'),
      group(childId, again, 'ФИЗ-Б'),
      group(childId, groupId, 'ФИЗ-Я'),
      group(childId, coming, 'ФИЗ-0'),
      group(childId, left, 'ФИЗ-А'),
    ])
  })

  test('lists all lessons of a group, the latest first, with totals', async () => {
    const { parent, childId, groupId } = await familyIn('ФИЗ-10')
    const first = await addLesson(groupId, '2026-09-03', { format: 'webinar' })
    const second = await addLesson(groupId, '2026-10-05')
    const third = await addLesson(groupId, '2026-10-12')
    const next = await addLesson(groupId, '2026-10-19')
    await addLesson(groupId, '2026-10-26')
    const cancelled = await addLesson(groupId, '2026-10-07', { state: 'cancelled' })
    await mark(cancelled, childId, { attendance: 'absent' })
    await mark(first, childId, { attendance: 'late', homeworkState: 'checked', homeworkScore: 7.5, homeworkMax: 10 })
    await mark(second, childId, { attendance: 'present', testScore: 12, testMax: 20, comment: 'Хороший ответ.' })
    await mark(third, childId, { attendance: 'absent', homeworkState: 'overdue', homeworkMax: 10, testMax: 20 })

    const item = { format: 'offline', homework: null, test: null, comment: null }
    expect(await listOf(parent, childId, groupId)).toEqual({
      summary: { attended: 2, held: 3, homeworkScore: 7.5, homeworkMax: 10, testScore: 12, testMax: 20 },
      items: [
        { ...item, uuid: next, date: '2026-10-19', topic: 'Занятие 2026-10-19', attendance: 'planned' },
        {
          ...item,
          uuid: third,
          date: '2026-10-12',
          topic: 'Занятие 2026-10-12',
          attendance: 'absent',
          homework: { score: null, max: 10, state: 'overdue' },
          test: { score: null, max: 20 },
        },
        {
          ...item,
          uuid: second,
          date: '2026-10-05',
          topic: 'Занятие 2026-10-05',
          attendance: 'present',
          test: { score: 12, max: 20 },
          comment: 'Хороший ответ.',
        },
        {
          ...item,
          uuid: first,
          date: '2026-09-03',
          topic: 'Занятие 2026-09-03',
          format: 'webinar',
          attendance: 'late',
          homework: { score: 7.5, max: 10, state: 'checked' },
        },
      ],
    })
    expect(await trendOf(parent, childId, groupId)).toEqual({
      recent: { ...nothing, attended: 1, held: 2, testScore: 12, testMax: 20 },
      months: [
        { ...nothing, month: '2026-09', attended: 1, held: 1, homeworkScore: 7.5, homeworkMax: 10 },
        { ...nothing, month: '2026-10', attended: 1, held: 2, testScore: 12, testMax: 20 },
      ],
    })
  })

  test('counts a lesson as held once it is over and has attendance; its day is the one in Moscow', async () => {
    const { parent, childId, groupId } = await familyIn('ФИЗ-11')
    const unmarked = await addLesson(groupId, '2026-10-01')
    const midnight = await addLesson(groupId, '', { startsAt: new Date('2026-09-30T21:00:00Z') })
    const underWay = await addLesson(groupId, '', { startsAt: new Date('2026-10-14T08:00:00Z') })
    await mark(midnight, childId, { attendance: 'present' })
    await mark(underWay, childId, { attendance: 'absent' })
    const { summary, items } = await listOf(parent, childId, groupId)
    expect(summary).toEqual({ ...nothing, attended: 1, held: 1 })
    expect(items.map(({ uuid, date, attendance }) => [uuid, date, attendance])).toEqual([
      [underWay, '2026-10-14', 'absent'],
      [unmarked, '2026-10-01', 'planned'],
      [midnight, '2026-10-01', 'present'],
    ])
    const [child] = await overviewOf(parent)
    expect(child?.groups[0]?.months).toEqual([{ ...nothing, month: '2026-10', attended: 1, held: 1 }])
  })

  test('excludes lessons of the group before the child joined and after the child left', async () => {
    const { parent, childId } = await school.addFamily('Глеб')
    const groupId = await addGroup('ФИЗ-12')
    await join(groupId, childId, { joinedOn: '2026-09-10', leftOn: '2026-09-20' })
    await addLesson(groupId, '2026-09-09')
    const own = await addLesson(groupId, '2026-09-10')
    await addLesson(groupId, '2026-09-20')
    expect((await listOf(parent, childId, groupId)).items.map(({ uuid }) => uuid)).toEqual([own])
  })

  test('of a group without lessons is empty, not missing', async () => {
    const { parent, childId, groupId } = await familyIn('ФИЗ-13')
    expect(await listOf(parent, childId, groupId)).toEqual({ summary: nothing, items: [] })
    expect(await trendOf(parent, childId, groupId)).toEqual({ recent: nothing, months: [] })
    expect(await overviewOf(parent)).toEqual([
      {
        studentUuid: childId,
        groups: [{ groupId, title: 'ФИЗ-13', subject: 'Физика', summary: nothing, recent: nothing, months: [] }],
        attention: [],
      },
    ])
  })

  test('includes a child without groups, and is empty for a parent without children', async () => {
    const { parent, childId } = await school.addFamily('Ева')
    expect(await groupsOf(parent)).toEqual([])
    expect(await overviewOf(parent)).toEqual([{ studentUuid: childId, groups: [], attention: [] }])
    const alone = await server.signInAs({ roles: ['parent'] })
    expect([await groupsOf(alone), await overviewOf(alone)]).toEqual([[], []])
  })

  test.each([listCall, trendCall])('%s: another’s child and group and an unknown id are not found', async (call) => {
    const { parent, childId, groupId } = await familyIn(`ФИЗ-14 ${call}`)
    const other = await familyIn(`ФИЗ-15 ${call}`)
    const statusOf = async (child: string, group: string) => {
      const answer = await parent.call(call, { query: `studentUuid=${child}&groupId=${group}` })
      return [answer.statusCode, answer.json<{ type?: string }>().type]
    }
    expect(await statusOf(childId, groupId)).toEqual([200, undefined])
    for (const [child, group] of [
      [other.childId, other.groupId],
      [childId, other.groupId],
      [other.childId, groupId],
      [randomUUID(), groupId],
      [childId, randomUUID()],
    ] as const)
      expect(await statusOf(child, group)).toEqual([404, 'not-found'])
  })

  test('overview excludes past school years, the list of groups includes them', async () => {
    const { parent, childId } = await school.addFamily('Лев')
    const campaignId = randomUUID()
    await server.opened.database.insert(campaigns).values({
      id: campaignId,
      kind: 'year',
      branch: 'school',
      title: 'Школа',
      description: 'Год',
      schoolYear: '2025/2026',
      startsOn: '2025-09-01',
      endsOn: '2026-08-31',
      enrolUntil: '2026-06-30',
    })
    const groupId = await addGroup('ФИЗ-16', { campaignId, startsOn: '2025-09-01', endsOn: '2026-05-31' })
    await join(groupId, childId, { joinedOn: '2025-09-01' })
    expect((await groupsOf(parent)).length).toBe(1)
    expect(await overviewOf(parent)).toEqual([{ studentUuid: childId, groups: [], attention: [] }])
  })

  test('overdue homework is forgotten after three weeks, unless it is still accepted', async () => {
    const { parent, childId, groupId } = await familyIn('ФИЗ-20')
    const overdue = { attendance: 'present', homeworkState: 'overdue', homeworkMax: 10 } as const
    const forgotten = await addLesson(groupId, '2026-09-22')
    await mark(forgotten, childId, overdue)
    expect((await overviewOf(parent))[0]?.attention).toEqual([])
    const accepted = await addLesson(groupId, '2026-09-15')
    await mark(accepted, childId, { ...overdue, homeworkAcceptedUntil: new Date('2026-10-14T09:00:01Z') })
    const over = await addLesson(groupId, '2026-09-16')
    await mark(over, childId, { ...overdue, homeworkAcceptedUntil: now })
    expect((await overviewOf(parent))[0]?.attention).toMatchObject([{ count: 1, lessonUuid: accepted }])
  })

  test('open homework is overdue once its date is over', async () => {
    const { parent, childId, groupId } = await familyIn('ФИЗ-21')
    const lessonId = await addLesson(groupId, '2026-10-12')
    await mark(lessonId, childId, {
      attendance: 'present',
      homeworkState: 'open',
      homeworkMax: 10,
      homeworkDueAt: new Date('2026-10-14T09:00:00Z'),
    })
    expect((await listOf(parent, childId, groupId)).items[0]?.homework?.state).toBe('overdue')
  })

  test('open homework is not asked for once the contract has ended', async () => {
    const { parent, childId } = await school.addFamily('Нина')
    const groupId = await addGroup('ФИЗ-22')
    await join(groupId, childId, { leftOn: '2026-10-14' })
    const lessonId = await addLesson(groupId, '2026-10-12')
    const homeworkDueAt = new Date('2026-10-19T09:00:00Z')
    await mark(lessonId, childId, { attendance: 'present', homeworkState: 'open', homeworkMax: 10, homeworkDueAt })
    expect((await listOf(parent, childId, groupId)).items[0]?.homework?.state).toBe('none')
  })

  describe('For any results', () => {
    /** Twice a week across the end of a year of results: before, within and after the requested period. */
    const days = Array.from({ length: 30 }, (_, index) => addDays('2026-07-20', index * 3))
    const lessonIds: string[] = []
    let groupId = ''
    beforeAll(async () => {
      groupId = await addGroup('ФИЗ-19')
      for (const day of days) lessonIds.push(await addLesson(groupId, day))
    })

    const score = fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4)
    const result: fc.Arbitrary<Result | null> = fc.option(
      fc
        .record({
          attendance: fc.constantFrom('present', 'absent', 'late', 'planned'),
          homework: fc.oneof(
            fc.constant({ homeworkState: 'none', homeworkScore: null, homeworkMax: null } as const),
            fc
              .constantFrom('open', 'submitted', 'overdue')
              .map((homeworkState) => ({ homeworkState, homeworkScore: null, homeworkMax: 10 })),
            score.map((homeworkScore) => ({ homeworkState: 'checked' as const, homeworkScore, homeworkMax: 10 })),
          ),
          test: fc.oneof(
            fc.constant({ testScore: null, testMax: null }),
            fc.constant({ testScore: null, testMax: 10 }),
            score.map((testScore) => ({ testScore, testMax: 10 })),
          ),
        })
        .map(({ attendance, homework, test: tested }) => ({ attendance, ...homework, ...tested, comment: null })),
    ) as fc.Arbitrary<Result | null>

    test('totals, months and alerts match the reference calculation', async () => {
      const { database } = server.opened
      await fc.assert(
        fc.asyncProperty(fc.array(result, { minLength: days.length, maxLength: days.length }), async (results) => {
          const { parent, childId } = await school.addFamily('Артём')
          await join(groupId, childId, { joinedOn: '2026-07-01' })
          const rows = results.flatMap((each, index) =>
            each
              ? [{ ...each, lessonId: lessonIds[index] as string, studentId: childId, day: days[index] as string }]
              : [],
          )
          if (rows.length > 0) await database.insert(lessonResults).values(rows.map(({ day: _, ...row }) => row))

          const list = await listOf(parent, childId, groupId)
          const begun = rows.filter(({ day }) => day < '2026-10-14')
          expect(list.summary).toEqual(countedByHand(begun))
          const { recent, months: ofGroup } = await trendOf(parent, childId, groupId)
          expect(recent).toEqual(countedByHand(begun.filter(({ day }) => day > '2026-09-14')))
          expect(list.items.length).toBe(days.filter((day) => day <= '2026-10-21').length)

          const [child] = await overviewOf(parent)
          const [group] = child?.groups ?? []
          expect([group?.summary, group?.recent, group?.months]).toEqual([list.summary, recent, ofGroup])
          const months = ['2026-07', '2026-08', '2026-09', '2026-10']
          expect(group?.months).toEqual(
            months.map((month) => ({ month, ...countedByHand(begun.filter(({ day }) => day.startsWith(month))) })),
          )
          expect(child?.attention.map(({ kind, date, count }) => ({ kind, date, count }))).toEqual(
            attentionByHand(begun),
          )
        }),
        { numRuns: 20 },
      )
    })
  })
})

describe('The demo school', () => {
  const { server, signIn } = openDemoSchool()

  test('is read by indexes', async () => {
    const parent = await signIn('family')
    const [group] = await groupsOf(parent)
    const query = `studentUuid=${group?.studentUuid}&groupId=${group?.groupId}`
    for (const [call, asking] of [
      [listCall, { query }],
      [trendCall, { query }],
      [overviewCall, {}],
    ] as const) {
      const asked = await statementsOf(() => parent.call(call, asking))
      const own = asked.filter(({ text }) => text.includes('lesson_results'))
      expect(own.length).toBeGreaterThan(0)
      for (const statement of own) {
        const plan = await planOf(server.opened, statement)
        expect(plan).not.toMatch(/Seq Scan on (lessons|lesson_results)/)
        expect(plan).toMatch(/lessons_group/)
      }
    }
  })

  test.each(['family', 'parent'] as const)('gives %s alerts of every kind', async (login) => {
    const children = await overviewOf(await signIn(login))
    const kinds = children.flatMap(({ attention }) => attention.map(({ kind }) => kind))
    expect([...new Set(kinds)].sort()).toEqual([...attentionKinds].sort())
  })
})

type Row = Result & { day: string }

const heldOf = (rows: readonly Row[]) => rows.filter(({ attendance }) => attendance !== 'planned')

function countedByHand(rows: readonly Row[]): ProgressTotals {
  const held = heldOf(rows)
  const sum = (values: (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
  const checked = rows.filter(({ homeworkScore }) => homeworkScore !== null)
  const scored = rows.filter(({ testScore }) => testScore !== null)
  return {
    attended: held.filter(({ attendance }) => attendance !== 'absent').length,
    held: held.length,
    homeworkScore: sum(checked.map((row) => row.homeworkScore)),
    homeworkMax: sum(checked.map((row) => row.homeworkMax)),
    testScore: sum(scored.map((row) => row.testScore)),
    testMax: sum(scored.map((row) => row.testMax)),
  }
}

function attentionByHand(rows: readonly Row[]) {
  const found = []
  const held = heldOf(rows)
  const missed = held.slice(held.findLastIndex(({ attendance }) => attendance !== 'absent') + 1)
  if (missed.length >= 3) found.push({ kind: 'absences-in-a-row', date: missed.at(-1)?.day, count: missed.length })
  const overdue = rows.filter(({ homeworkState, day }) => homeworkState === 'overdue' && day >= '2026-09-23')
  if (overdue.length > 0) found.push({ kind: 'homework-overdue', date: overdue.at(-1)?.day, count: overdue.length })
  const shares = rows.flatMap(({ testScore, day }) => (testScore === null ? [] : [{ day, share: testScore / 10 }]))
  const latest = shares.at(-1)
  const before = shares.slice(0, -1)
  const usual = before.reduce((total, { share }) => total + share, 0) / before.length
  if (latest && before.length >= 3 && usual - latest.share > 0.1999)
    found.push({ kind: 'test-below-usual', date: latest.day, count: null })
  return found.filter(({ date }) => String(date) >= '2026-09-23')
}
