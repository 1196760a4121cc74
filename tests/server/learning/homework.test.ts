import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Homework } from '#contract/learning/homework.ts'
import { lessonResults } from '#server/db/schema/learning.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { lessons, selfStudyItems } from '#server/db/schema/schedule.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { planOf, statementsOf } from '#tests/support/server/statements.ts'

const call = 'GET /v1/learning/homework/list'

async function homeworkOf(person: Person, date = '2026-10-14'): Promise<Homework> {
  const answer = await person.call(call, { query: `date=${date}` })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

describe('Homework', () => {
  /** A Wednesday, noon in Moscow. */
  const now = new Date('2026-10-14T09:00:00Z')
  const server = openForSuite(() => openTestApp({ now }))
  const school = openForSuite(() => openSmallSchool(server))
  beforeEach(async () => {
    await server.opened.database.delete(lessons)
    await server.opened.database.delete(selfStudyItems)
  })

  /** From 15:00 to 16:30 in Moscow. */
  async function addLesson(day: string, more: Partial<typeof lessons.$inferInsert> = {}) {
    const id = randomUUID()
    const [startsAt, endsAt] = [new Date(`${day}T12:00:00Z`), new Date(`${day}T13:30:00Z`)]
    await server.opened.database
      .insert(lessons)
      .values({ id, groupId: ids.group, topic: `Тема ${day}`, format: 'offline', startsAt, endsAt, ...more })
    return id
  }

  type Result = typeof lessonResults.$inferInsert

  async function addTask(day: string, studentId: string, result: Omit<Partial<Result>, 'lessonId' | 'studentId'> = {}) {
    const lessonId = await addLesson(day)
    const open = { attendance: 'present', homeworkState: 'open', homeworkMax: 10 } as const
    await server.opened.database.insert(lessonResults).values({ lessonId, studentId, ...open, ...result })
    return lessonId
  }

  async function familyInGroup() {
    const family = await school.addFamily('Артём')
    await school.joinGroup(family.childId, { joinedOn: '2026-06-01' })
    return family
  }

  const titles = ({ tasks, earlier }: Homework) => ({
    tasks: tasks.map(({ title }) => title),
    earlier: earlier.map(({ title }) => title),
  })

  test('of a week is by deadline, with state, marks and what is to be done', async () => {
    const { parent, childId } = await familyInGroup()
    const checked = await addTask('2026-10-05', childId, {
      homeworkState: 'checked',
      homeworkScore: 7.5,
      homeworkDueAt: new Date('2026-10-13T18:00:00Z'),
    })
    const open = await addTask('2026-10-12', childId, {
      homeworkTask: 'Задачи 4–9',
      homeworkDueAt: new Date('2026-10-16T18:00:00Z'),
      homeworkAcceptedUntil: new Date('2026-10-20T18:00:00Z'),
    })
    await addTask('2026-10-13', childId, { homeworkState: 'none', homeworkMax: null })
    const common = { studentUuid: childId, subject: 'Физика', task: null, acceptedUntil: null, score: null, url: null }
    expect(await homeworkOf(parent)).toEqual({
      tasks: [
        {
          ...common,
          uuid: checked,
          title: 'Тема 2026-10-05',
          scheduledOn: '2026-10-05',
          dueAt: '2026-10-13T18:00:00.000Z',
          state: 'checked',
          canBeDone: false,
          score: 7.5,
          max: 10,
        },
        {
          ...common,
          uuid: open,
          title: 'Тема 2026-10-12',
          task: 'Задачи 4–9',
          scheduledOn: '2026-10-12',
          dueAt: '2026-10-16T18:00:00.000Z',
          acceptedUntil: '2026-10-20T18:00:00.000Z',
          state: 'open',
          canBeDone: true,
          max: 10,
        },
      ],
      earlier: [],
    })
  })

  test('without a date is due at the next lesson that takes place, or a week after the last one', async () => {
    const { parent, childId } = await familyInGroup()
    await addTask('2026-10-07', childId)
    await addLesson('2026-10-09', { state: 'cancelled' })
    await addTask('2026-10-14', childId)
    const due = async (date: string) => (await homeworkOf(parent, date)).tasks.map(({ dueAt }) => dueAt)
    expect(await due('2026-10-18')).toEqual(['2026-10-14T12:00:00.000Z'])
    expect(await due('2026-10-19')).toEqual(['2026-10-21T13:30:00.000Z'])
  })

  test.each([
    ['marked so', { homeworkState: 'overdue' }, 'overdue', false],
    ['accepted late', { homeworkState: 'overdue', homeworkAcceptedUntil: '2026-10-14T09:00:01Z' }, 'overdue', true],
    ['accepted no more', { homeworkState: 'overdue', homeworkAcceptedUntil: '2026-10-14T09:00:00Z' }, 'overdue', false],
    ['past its date', { homeworkState: 'open', homeworkDueAt: '2026-10-14T09:00:00Z' }, 'overdue', false],
    ['past the next lesson, which is a guess', { homeworkState: 'open' }, 'open', true],
    ['handed in', { homeworkState: 'submitted', homeworkAcceptedUntil: '2026-11-01T09:00:00Z' }, 'submitted', false],
  ] as const)('%s: %j', async (_, { homeworkState, ...dates }, state, canBeDone) => {
    const { parent, childId } = await familyInGroup()
    const instants = Object.fromEntries(Object.entries(dates).map(([name, at]) => [name, new Date(at)]))
    await addTask('2026-10-08', childId, { homeworkState, ...instants })
    await addLesson('2026-10-13')
    expect((await homeworkOf(parent)).tasks).toMatchObject([{ state, canBeDone }])
  })

  test('of earlier weeks is listed while it can be done, and is forgotten after three weeks without a date', async () => {
    const { parent, childId } = await familyInGroup()
    await addTask('2026-07-01', childId, {
      homeworkState: 'overdue',
      homeworkDueAt: new Date('2026-07-05T18:00:00Z'),
      homeworkAcceptedUntil: new Date('2026-10-15T18:00:00Z'),
    })
    await addTask('2026-09-20', childId)
    await addTask('2026-09-22', childId)
    await addTask('2026-09-24', childId)
    await addTask('2026-09-25', childId, { homeworkState: 'overdue' })
    await addLesson('2026-10-01')
    expect(titles(await homeworkOf(parent))).toEqual({
      tasks: [],
      earlier: ['Тема 2026-07-01', 'Тема 2026-09-22', 'Тема 2026-09-24'],
    })
    expect(titles(await homeworkOf(parent, '2026-09-24'))).toEqual({
      tasks: ['Тема 2026-09-20', 'Тема 2026-09-22', 'Тема 2026-09-24'],
      earlier: ['Тема 2026-07-01'],
    })
  })

  describe('of an ended contract', () => {
    const due = (day: string) => ({ homeworkDueAt: new Date(`${day}T15:00:00Z`) })
    const accepted = { homeworkAcceptedUntil: new Date('2026-10-30T15:00:00Z') }

    async function addTasks(studentId: string) {
      await addTask('2026-10-07', studentId, { homeworkState: 'overdue', ...due('2026-10-12'), ...accepted })
      await addTask('2026-10-08', studentId, due('2026-10-17'))
      await addTask('2026-10-09', studentId, { homeworkState: 'submitted', ...due('2026-10-17') })
    }

    const shown = async (person: Person) =>
      (await homeworkOf(person)).tasks.map(({ title, canBeDone }) => `${title.slice(-2)} ${canBeDone}`)

    test.each([
      // The last day is the one before.
      ['has ended', '2026-10-14', ['07 false', '09 false']],
      ['ends before the task is due', '2026-10-17', ['07 true', '09 false']],
      ['ends later', '2026-10-18', ['07 true', '08 true', '09 false']],
    ])('that %s: what is due after its last day is not asked for', async (_, leftOn, expected) => {
      const { parent, childId } = await school.addFamily('Артём')
      await school.joinGroup(childId, { joinedOn: '2026-09-01', leftOn })
      await addTasks(childId)
      expect(await shown(parent)).toEqual(expected)
    })

    test('does not hold for a student who goes on in another group of the course', async () => {
      const { parent, childId } = await school.addFamily('Артём')
      await school.joinGroup(childId, { joinedOn: '2026-09-01', leftOn: '2026-10-14' })
      const [group] = await server.opened.database.select().from(studyGroups).where(eq(studyGroups.id, ids.group))
      const groupId = randomUUID()
      await server.opened.database
        .insert(studyGroups)
        .values({ ...(group as NonNullable<typeof group>), id: groupId, title: 'ФИЗ-2' })
      await server.opened.database
        .insert(groupMemberships)
        .values({ groupId, studentId: childId, joinedOn: '2026-10-14' })
      await addTasks(childId)
      expect(await shown(parent)).toEqual(['07 true', '08 true', '09 false'])
    })
  })

  test('of several weeks is that of each of them', async () => {
    const { parent, childId } = await familyInGroup()
    for (const day of ['2026-10-08', '2026-10-15', '2026-10-22', '2026-10-29']) {
      await addTask(day, childId, { homeworkDueAt: new Date(`${day}T15:00:00Z`) })
    }
    const answer = await parent.call(call, { query: 'date=2026-10-14&weeks=2' })
    expect(titles(answer.json()).tasks).toEqual(['Тема 2026-10-15', 'Тема 2026-10-22'])
    expect((await parent.call(call, { query: 'date=2026-10-14&weeks=7' })).statusCode).toBe(422)
  })

  test('includes independent work of the group, which is over with its time', async () => {
    const { parent, childId } = await school.addFamily('Артём')
    await school.joinGroup(childId, { joinedOn: '2026-10-13', leftOn: '2026-10-18' })
    const work = (day: string) => ({
      groupId: ids.group,
      title: `Работа ${day}`,
      url: 'https://lms.school.example/work/1',
      startsAt: new Date(`${day}T08:00:00Z`),
      endsAt: new Date(`${day}T09:00:00Z`),
    })
    const days = ['2026-10-12', '2026-10-14', '2026-10-17', '2026-10-18']
    await server.opened.database.insert(selfStudyItems).values(days.map(work))
    const { tasks } = await homeworkOf(parent)
    expect(tasks.map(({ uuid: _, ...task }) => task)).toEqual(
      [
        { day: '2026-10-14', state: 'ended', canBeDone: false },
        { day: '2026-10-17', state: 'open', canBeDone: true },
      ].map(({ day, ...own }) => ({
        studentUuid: childId,
        subject: 'Физика',
        title: `Работа ${day}`,
        task: null,
        scheduledOn: day,
        dueAt: `${day}T09:00:00.000Z`,
        acceptedUntil: null,
        score: null,
        max: null,
        url: 'https://lms.school.example/work/1',
        ...own,
      })),
    )
  })

  test('is that of all children for a parent, the own one for a student, and of no one else', async () => {
    const { parent, childId } = await familyInGroup()
    const sister = await school.addChild('Анна', [parent])
    const student = await server.signInAs({ roles: ['student'] })
    const other = await school.addFamily('Глеб')
    for (const id of [sister, student.userId, other.childId]) await school.joinGroup(id)
    await addTask('2026-10-08', childId)
    await addTask('2026-10-09', sister)
    await addTask('2026-10-10', student.userId)
    await addLesson('2026-10-13')
    const students = async (person: Person) => (await homeworkOf(person)).earlier.map(({ studentUuid }) => studentUuid)
    const inWeek = async (person: Person) => (await homeworkOf(person)).tasks.map(({ studentUuid }) => studentUuid)
    expect([await students(parent), await inWeek(parent)]).toEqual([[childId, sister], []])
    expect([await students(student), await inWeek(student)]).toEqual([[], [student.userId]])
    expect(await homeworkOf(other.parent)).toEqual({ tasks: [], earlier: [] })
  })
})

describe('The demo school', () => {
  const { server, signIn } = openDemoSchool()

  test.each(['family', 'student'] as const)('has homework of %s, read by indexes', async (login) => {
    const person = await signIn(login)
    const date = server.clock.now.toISOString().slice(0, 10)
    const asked = await statementsOf(() => person.call(call, { query: `date=${date}` }))
    const own = asked.filter(({ text }) => text.includes('lesson_results'))
    expect(own).toHaveLength(1)
    for (const statement of own)
      expect(await planOf(server.opened, statement)).not.toMatch(
        /Seq Scan on (lessons|lesson_results|self_study_items)/,
      )
    expect((await homeworkOf(person, date)).tasks.length).toBeGreaterThan(0)
  })
})
