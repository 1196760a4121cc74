import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ScheduleChange } from '#contract/learning/schedule.ts'
import type { NewMark } from '#contract/learning/unseen.ts'
import {
  courses,
  gradeBooks,
  gradeScales,
  journalColumns,
  marks,
  markTypes,
  openedItems,
  seenSections,
  terms,
} from '#server/db/schema/learning.ts'
import { conversations, exams, lessons } from '#server/db/schema/schedule.ts'
import { mergeScheduleChanges, relevantChanges, unseenChanges } from '#src/domain/schedule-changes.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { planOf, statementsOf } from '#tests/support/server/statements.ts'

const changeList = 'GET /v1/schedule/change/list'
const markList = 'GET /v1/learning/mark/newest'
const counts = 'GET /v1/learning/unseen'
const seen = 'POST /v1/learning/unseen/seen'

const now = new Date('2027-02-10T09:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const server = openForSuite(() => openTestApp({ now }))
const school = openForSuite(() => openSmallSchool(server))
beforeAll(async () => {
  const { database } = server.opened
  await database.insert(gradeScales).values({ branch: 'school', kind: 'five', passing: 3, max: 5 })
  await database.insert(markTypes).values({ branch: 'school', code: 'test', title: 'Контрольная', weight: 2 })
  await database.insert(terms).values({
    id: school3,
    campaignId: ids.campaign,
    title: '3-я четверть',
    startsOn: '2027-01-11',
    endsOn: '2027-03-21',
  })
  await database.insert(courses).values({ id: course, campaignId: ids.campaign, title: 'Физика' })
})
beforeEach(async () => {
  server.clock.now = now
  const { database } = server.opened
  await database.delete(lessons)
  await database.delete(exams)
  await database.delete(conversations)
  await database.delete(gradeBooks)
})

const school3 = '00000000-0000-4000-8000-000000000011'
const course = '00000000-0000-4000-8000-000000000012'

async function listed<T>(person: Person, address: string): Promise<T> {
  const answer = await person.call(address)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

async function addLesson(more: Partial<typeof lessons.$inferInsert>): Promise<string> {
  const id = randomUUID()
  const startsAt = more.startsAt ?? new Date('2027-02-11T13:00:00Z')
  const endsAt = new Date(startsAt.getTime() + 5_400_000)
  await server.opened.database
    .insert(lessons)
    .values({ id, groupId: ids.group, topic: 'Закон Ома', format: 'offline', startsAt, endsAt, ...more })
  return id
}

const cancelled = (changedAt: Date) => ({ state: 'cancelled', changedAt }) as const

async function addBook(studentId: string): Promise<string> {
  const id = randomUUID()
  await server.opened.database
    .insert(gradeBooks)
    .values({ id, studentId, campaignId: ids.campaign, title: 'Электронный дневник' })
  return id
}

/** Inserts marks at these instants, one journal column each. Returns their ids in the same order. */
async function addMarks(bookId: string, instants: readonly Date[]): Promise<string[]> {
  const { database } = server.opened
  const rows = instants.map((givenAt) => ({ id: randomUUID(), columnId: randomUUID(), givenAt }))
  await database.insert(journalColumns).values(
    rows.map(({ columnId }) => ({
      id: columnId,
      courseId: course,
      termId: school3,
      heldOn: '2027-02-05',
      topic: 'Законы Ньютона',
      branch: 'school' as const,
      markType: 'test',
      max: 5,
    })),
  )
  await database
    .insert(marks)
    .values(rows.map(({ id, columnId, givenAt }) => ({ id, bookId, columnId, value: '5', score: 5, givenAt })))
  return rows.map(({ id }) => id)
}

describe('Schedule changes', () => {
  test('have the original time, the latest change first', async () => {
    const { parent, childId } = await school.addFamily('Артём')
    await school.joinGroup(childId)
    const moved = await addLesson({
      state: 'moved',
      place: 'кабинет 204',
      previousPlace: 'кабинет 101',
      previousStartsAt: new Date('2027-02-10T13:00:00Z'),
      previousEndsAt: new Date('2027-02-10T14:30:00Z'),
      changedAt: daysAgo(1),
    })
    const dropped = await addLesson({ startsAt: new Date('2027-02-12T13:00:00Z'), ...cancelled(daysAgo(2)) })
    const [exam, talk] = [randomUUID(), randomUUID()]
    const appointment = { studentId: childId, format: 'offline', place: 'Сокол, кабинет 7' } as const
    const times = { startsAt: new Date('2027-02-15T07:00:00Z'), endsAt: new Date('2027-02-15T08:00:00Z') }
    await server.opened.database.insert(exams).values({
      id: exam,
      ...appointment,
      ...times,
      title: 'Зачёт',
      subjectCode: 'physics',
      ...cancelled(daysAgo(3)),
    })
    await server.opened.database
      .insert(conversations)
      .values({ id: talk, ...appointment, ...times, title: 'Встреча с куратором', ...cancelled(daysAgo(20)) })
    await addLesson({ startsAt: new Date('2027-02-13T13:00:00Z') })

    const common = { studentUuid: childId, place: null, was: null, isNew: true }
    expect(await listed(parent, changeList)).toEqual([
      {
        ...common,
        itemUuid: moved,
        category: 'lessons',
        title: 'Закон Ома',
        subject: 'Физика',
        state: 'moved',
        startsAt: '2027-02-11T13:00:00.000Z',
        endsAt: '2027-02-11T14:30:00.000Z',
        place: 'Сокол, кабинет 204',
        was: {
          startsAt: '2027-02-10T13:00:00.000Z',
          endsAt: '2027-02-10T14:30:00.000Z',
          place: 'Сокол, кабинет 101',
        },
        changedAt: '2027-02-09T09:00:00.000Z',
      },
      {
        ...common,
        itemUuid: dropped,
        category: 'lessons',
        title: 'Закон Ома',
        subject: 'Физика',
        state: 'cancelled',
        startsAt: '2027-02-12T13:00:00.000Z',
        endsAt: '2027-02-12T14:30:00.000Z',
        changedAt: '2027-02-08T09:00:00.000Z',
      },
      {
        ...common,
        itemUuid: exam,
        category: 'examSubjects',
        title: 'Зачёт',
        subject: 'Физика',
        state: 'cancelled',
        startsAt: '2027-02-15T07:00:00.000Z',
        endsAt: '2027-02-15T08:00:00.000Z',
        place: 'Сокол, кабинет 7',
        changedAt: '2027-02-07T09:00:00.000Z',
      },
      {
        ...common,
        itemUuid: talk,
        category: 'conversations',
        title: 'Встреча с куратором',
        subject: null,
        state: 'cancelled',
        startsAt: '2027-02-15T07:00:00.000Z',
        endsAt: '2027-02-15T08:00:00.000Z',
        place: 'Сокол, кабинет 7',
        changedAt: '2027-01-21T09:00:00.000Z',
        isNew: false,
      },
    ])
  })

  test('cover 30 days, and exclude changes dated in the future', async () => {
    const { parent, childId } = await school.addFamily('Артём')
    await school.joinGroup(childId)
    const kept = await addLesson(cancelled(daysAgo(29.9)))
    await addLesson(cancelled(daysAgo(30.1)))
    await addLesson(cancelled(daysAgo(-0.1)))
    const found = await listed<ScheduleChange[]>(parent, changeList)
    expect(found.map(({ itemUuid }) => itemUuid)).toEqual([kept])
  })

  test('are the student’s own, and never another student’s', async () => {
    const student = await server.signInAs({ roles: ['student'] })
    const { childId } = await school.addFamily('Мария')
    await school.joinGroup(student.userId)
    await school.joinGroup(childId, { joinedOn: '2026-09-01', leftOn: '2027-02-01' })
    const lesson = await addLesson(cancelled(daysAgo(1)))
    const found = await listed<ScheduleChange[]>(student, changeList)
    expect(found.map(({ itemUuid, studentUuid }) => ({ itemUuid, studentUuid }))).toEqual([
      { itemUuid: lesson, studentUuid: student.userId },
    ])
    const stranger = await school.addFamily('Пётр')
    expect(await listed(stranger.parent, changeList)).toEqual([])
    expect(await listed(stranger.parent, counts)).toEqual([
      { section: 'schedule', count: 0 },
      { section: 'grade-book', count: 0 },
      { section: 'messages', count: 0 },
    ])
  })
})

describe('The newest marks', () => {
  test('have all fields and a link to each; an absence is none', async () => {
    const { parent, childId } = await school.addFamily('Артём')
    const book = await addBook(childId)
    const [mark, missed] = await addMarks(book, [daysAgo(1), daysAgo(1)])
    await server.opened.database
      .update(marks)
      .set({ value: 'н', score: null, absent: true })
      .where(eq(marks.id, missed ?? ''))
    expect(await listed(parent, markList)).toEqual([
      {
        uuid: mark,
        studentUuid: childId,
        bookUuid: book,
        courseUuid: course,
        termUuid: school3,
        course: 'Физика',
        date: '2027-02-05',
        topic: 'Законы Ньютона',
        value: '5',
        max: 5,
        markType: 'test',
        givenAt: '2027-02-09T09:00:00.000Z',
        isNew: true,
      },
    ])
  })

  test('are the latest 20 of all children together, plus further new ones up to 200', async () => {
    const { parent, childId } = await school.addFamily('Артём')
    const sisterId = await school.addChild('Мария', [parent])
    const [own, hers] = [await addBook(childId), await addBook(sisterId)]
    const old = Array.from({ length: 15 }, (_, index) => daysAgo(10 + index))
    const [newest] = await addMarks(own, [daysAgo(8), ...old])
    await addMarks(hers, old)
    const quiet = await listed<NewMark[]>(parent, markList)
    expect(quiet.length).toBe(20)
    expect(quiet[0]?.uuid).toBe(newest)
    expect(quiet.filter(({ isNew }) => isNew)).toEqual([])

    await addMarks(
      hers,
      Array.from({ length: 30 }, (_, index) => daysAgo(index / 10)),
    )
    const busy = await listed<NewMark[]>(parent, markList)
    expect(busy.map(({ isNew }) => isNew)).toEqual(Array(30).fill(true))

    await addMarks(
      own,
      Array.from({ length: 240 }, (_, index) => daysAgo(index / 100)),
    )
    expect((await listed<NewMark[]>(parent, markList)).length).toBe(200)
    expect(await listed(parent, counts)).toEqual([
      { section: 'schedule', count: 0 },
      { section: 'grade-book', count: 200 },
      { section: 'messages', count: 0 },
    ])
  })
})

describe('The seen time of a section', () => {
  async function familyWithNews() {
    const { parent, childId } = await school.addFamily('Артём')
    await school.joinGroup(childId)
    await addLesson(cancelled(daysAgo(1)))
    await addLesson(cancelled(daysAgo(3)))
    await addMarks(await addBook(childId), [daysAgo(1), daysAgo(2), daysAgo(5)])
    return { parent, childId }
  }

  test('begins a week ago: older items are not new', async () => {
    const { parent } = await familyWithNews()
    await addLesson(cancelled(daysAgo(8)))
    expect(await listed(parent, counts)).toEqual([
      { section: 'schedule', count: 2 },
      { section: 'grade-book', count: 3 },
      { section: 'messages', count: 0 },
    ])
  })

  test('does not cover later items and other sections', async () => {
    const { parent } = await familyWithNews()
    const answer = await parent.call(seen, { body: { section: 'schedule', at: daysAgo(2).toISOString() } })
    expect({ status: answer.statusCode, body: answer.payload }).toEqual({ status: 204, body: '' })
    expect(await listed(parent, counts)).toEqual([
      { section: 'schedule', count: 1 },
      { section: 'grade-book', count: 3 },
      { section: 'messages', count: 0 },
    ])
    const changes = await listed<ScheduleChange[]>(parent, changeList)
    expect(changes.map(({ isNew }) => isNew)).toEqual([true, false])
  })

  test('is compared in milliseconds, although the database stores microseconds', async () => {
    const { parent, childId } = await school.addFamily('Артём')
    await school.joinGroup(childId)
    const lesson = await addLesson(cancelled(daysAgo(1)))
    await server.opened.database
      .update(lessons)
      .set({ changedAt: sql`${daysAgo(1)}::timestamptz + interval '456 microseconds'` })
      .where(eq(lessons.id, lesson))
    const [change] = await listed<ScheduleChange[]>(parent, changeList)
    await parent.call(seen, { body: { section: 'schedule', at: change?.changedAt } })
    expect((await listed<{ count: number }[]>(parent, counts))[0]?.count).toBe(0)
  })

  test('of a single opened change or mark covers only it, until it changes again', async () => {
    const { parent, childId } = await school.addFamily('Артём')
    await school.joinGroup(childId)
    const lesson = await addLesson(cancelled(daysAgo(1)))
    await addLesson(cancelled(daysAgo(3)))
    const [mark] = await addMarks(await addBook(childId), [daysAgo(1), daysAgo(2)])
    const open = async (section: string, item: string | undefined, at = daysAgo(1)) =>
      (await parent.call(seen, { body: { section, at: at.toISOString(), item } })).statusCode
    expect([await open('schedule', lesson), await open('schedule', lesson), await open('grade-book', mark)]).toEqual([
      204, 204, 204,
    ])
    expect(await listed(parent, counts)).toEqual([
      { section: 'schedule', count: 1 },
      { section: 'grade-book', count: 1 },
      { section: 'messages', count: 0 },
    ])
    expect((await listed<ScheduleChange[]>(parent, changeList)).map(({ isNew }) => isNew)).toEqual([false, true])
    expect((await listed<NewMark[]>(parent, markList)).map(({ isNew }) => isNew)).toEqual([false, true])
    await server.opened.database.update(lessons).set({ changedAt: now }).where(eq(lessons.id, lesson))
    expect((await listed<ScheduleChange[]>(parent, changeList)).map(({ isNew }) => isNew)).toEqual([true, true])
  })

  test('of several marks covers those of one child; with a mark of others it covers none', async () => {
    const { parent, childId } = await school.addFamily('Артём')
    const sisterId = await school.addChild('Мария', [parent])
    const own = await addMarks(await addBook(childId), [daysAgo(1), daysAgo(2)])
    await addMarks(await addBook(sisterId), [daysAgo(1)])
    const { childId: strangerId } = await school.addFamily('Вера')
    const [foreign] = await addMarks(await addBook(strangerId), [daysAgo(1)])
    const see = async (items: (string | undefined)[]) =>
      (await parent.call(seen, { body: { section: 'grade-book', at: now.toISOString(), items } })).statusCode
    const newMarks = async () => (await listed<{ count: number }[]>(parent, counts))[1]?.count
    expect([await see([...own, foreign]), await newMarks()]).toEqual([404, 3])
    expect([await see([...own, own[0]]), await newMarks()]).toEqual([204, 1])
  })

  test('ignores other families’ items, and the section replaces single items', async () => {
    const { parent, childId } = await school.addFamily('Артём')
    await school.joinGroup(childId)
    const lesson = await addLesson(cancelled(daysAgo(1)))
    const { parent: other } = await school.addFamily('Вера')
    const body = { section: 'schedule', at: daysAgo(1).toISOString(), item: lesson }
    expect((await other.call(seen, { body })).statusCode).toBe(404)
    expect((await parent.call(seen, { body: { ...body, section: 'grade-book' } })).statusCode).toBe(404)
    const { database } = server.opened
    await parent.call(seen, { body })
    const ofParent = eq(openedItems.userId, parent.userId)
    expect(await database.$count(openedItems, ofParent)).toBe(1)
    await parent.call(seen, { body: { section: 'schedule', at: now.toISOString() } })
    expect(await database.$count(openedItems, ofParent)).toBe(0)
    expect((await listed<{ count: number }[]>(parent, counts))[0]?.count).toBe(0)
  })

  test('does not go back or beyond the present', async () => {
    const { parent } = await familyWithNews()
    const look = (at: Date) => parent.call(seen, { body: { section: 'grade-book', at: at.toISOString() } })
    await look(daysAgo(-400))
    await look(daysAgo(6))
    const { database } = server.opened
    const kept = await database.select().from(seenSections).where(eq(seenSections.userId, parent.userId))
    expect(kept).toEqual([{ userId: parent.userId, section: 'grade-book', seenAt: now }])
    expect(await listed(parent, counts)).toEqual([
      { section: 'schedule', count: 2 },
      { section: 'grade-book', count: 0 },
      { section: 'messages', count: 0 },
    ])
  })
})

describe('Counts and lists', () => {
  const moment = fc.record({
    startsInHours: fc.integer({ min: -48, max: 72 }),
    changedHoursAgo: fc.integer({ min: 0, max: 240 }),
  })
  const families = fc.record({
    /** Which of the two children are in the group. */
    members: fc.constantFrom<number[]>([0], [1], [0, 1]),
    lessons: fc.array(moment, { maxLength: 6 }),
    exams: fc.array(fc.record({ child: fc.nat(1), at: moment }), { maxLength: 3 }),
    marks: fc.array(fc.record({ child: fc.nat(1), hoursAgo: fc.integer({ min: 0, max: 240 }), absent: fc.boolean() }), {
      maxLength: 5,
    }),
    seenHoursAgo: fc.option(fc.integer({ min: 0, max: 200 })),
  })
  const hour = 3_600_000

  test('agree for any family: a shared lesson counts once, what is over and absences not at all', async () => {
    await fc.assert(
      fc.asyncProperty(families, async (family) => {
        const { database } = server.opened
        for (const table of [lessons, exams, gradeBooks]) await database.delete(table)
        const { parent, childId } = await school.addFamily('Артём')
        const children = [childId, await school.addChild('Мария', [parent])] as const
        for (const member of family.members) await school.joinGroup(children[member] ?? '')
        const timesOf = ({ startsInHours, changedHoursAgo }: (typeof family.lessons)[number]) => ({
          startsAt: new Date(now.getTime() + startsInHours * hour),
          endsAt: new Date(now.getTime() + startsInHours * hour + 1.5 * hour),
          ...cancelled(new Date(now.getTime() - changedHoursAgo * hour)),
        })
        for (const lesson of family.lessons) await addLesson(timesOf(lesson))
        for (const { child, at } of family.exams)
          await database.insert(exams).values({
            ...timesOf(at),
            id: randomUUID(),
            studentId: children[child] ?? '',
            title: 'Зачёт',
            subjectCode: 'physics',
            format: 'offline',
          })
        const books = [await addBook(children[0]), await addBook(children[1])]
        for (const { child, hoursAgo, absent } of family.marks) {
          const [id = ''] = await addMarks(books[child] ?? '', [new Date(now.getTime() - hoursAgo * hour)])
          if (absent) await database.update(marks).set({ value: 'н', score: null, absent }).where(eq(marks.id, id))
        }
        const { seenHoursAgo } = family
        if (seenHoursAgo !== null)
          for (const section of ['schedule', 'grade-book'])
            await parent.call(seen, {
              body: { section, at: new Date(now.getTime() - seenHoursAgo * hour).toISOString() },
            })

        const isNew = (hoursAgo: number) => (seenHoursAgo === null ? hoursAgo <= 168 : hoursAgo < seenHoursAgo)
        const isAhead = ({ startsInHours }: { startsInHours: number }) => startsInHours + 1.5 > 0
        const changes = [...family.lessons, ...family.exams.map(({ at }) => at)].filter(
          (item) => isAhead(item) && isNew(item.changedHoursAgo),
        ).length
        const newMarks = family.marks.filter(({ absent, hoursAgo }) => !absent && isNew(hoursAgo)).length
        const counted = await listed<{ count: number }[]>(parent, counts)
        const listedChanges = await listed<ScheduleChange[]>(parent, changeList)
        const onSchedule = unseenChanges(mergeScheduleChanges(listedChanges))?.fresh.length ?? 0
        const atHome = relevantChanges(listedChanges, now.getTime())
        const inGradeBook = (await listed<NewMark[]>(parent, markList)).filter((mark) => mark.isNew).length
        expect({
          badge: counted.map(({ count }) => count),
          onSchedule,
          atHome: atHome.shown.filter((change) => change.isNew).length + atHome.moreNew,
          inGradeBook,
        }).toEqual({ badge: [changes, newMarks, 0], onSchedule: changes, atHome: changes, inGradeBook: newMarks })
      }),
      { numRuns: 25 },
    )
  })
})

test('A user who is both parent and teacher gets unseen items of the children in the parent group only', async () => {
  const person = await server.signInAs({ roles: ['parent', 'teacher'], group: 'teacher' })
  const childId = await school.addChild('Лев', [person])
  await school.joinGroup(childId)
  await addLesson(cancelled(daysAgo(1)))
  expect(await listed(person, counts)).toEqual([{ section: 'messages', count: 0 }])
  expect(await listed(person, changeList)).toEqual([])
  const asParent = await server.signInAs({ roles: ['parent', 'teacher'], group: 'parent', userId: person.userId })
  expect((await listed<{ count: number }[]>(asParent, counts))[0]?.count).toBe(1)
})

describe('The demo', () => {
  const demo = openDemoSchool()

  test('finds changes and marks by indexes', async () => {
    const parent = await demo.signIn('family')
    const planned = async (address: string) => {
      const asked = await statementsOf(() => parent.call(address))
      return planOf(demo.server.opened, asked.at(-1) ?? { text: '', values: [] })
    }
    const [changes, newest, unseen] = [await planned(changeList), await planned(markList), await planned(counts)]
    const isNew = (await listed<{ count: number }[]>(parent, counts)).map(({ count }) => count > 0)
    expect(isNew).toEqual([true, true, true])
    expect(changes).toContain('lessons_changed')
    // One of the two indexes that begin with the book; the cost depends on the number of marks in a year.
    expect(newest).toMatch(/marks_\w+_(given|once)/)
    for (const plan of [changes, newest, unseen]) expect(plan).not.toMatch(/Seq Scan on (lessons|marks)/)
  })
})
