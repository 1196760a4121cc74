import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CourseStudent } from '#contract/enrolment/catalog.ts'
import type { AvailableGroup, OfferStudent, ScheduleConflict, TransferPreview } from '#contract/learning/schedule.ts'
import { exams, lessons, vacations } from '#server/db/schema/schedule.ts'
import { openCatalog } from '#tests/support/schools/catalog-school.ts'
import { openProgramme2035 } from '#tests/support/schools/programme-2035.ts'
import { ids } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const catalog = openForSuite(() => openCatalog(server))
const at = (from: string, to: string) => ({ weekday: 2, from, to })
const planned = { format: 'offline', topic: 'Тема', place: 'кабинет 204' } as const
let parent: Person & { userId: string }
let childId: string
beforeEach(async () => {
  ;({ parent, childId } = await catalog.addFamily('Вера'))
})

/** Unique in the campaign. */
const titles = () => ({
  physics: `Физика ${childId}`,
  wanted: `Новая ${childId}`,
  present: `Прежняя ${childId}`,
})

/** A group with a lesson from 16:00 to 17:30 on each of the Tuesdays. */
async function addWanted(...days: string[]) {
  const course = await catalog.addCourse({ groups: [{ title: titles().wanted, meets: [at('16:00', '17:30')] }] })
  for (const day of days) await addLesson(course.groupId, `${day}T13:00:00Z`)
  return course
}

/** 90 minutes. */
async function addLesson(groupId: string, startsAt: string, more: Partial<typeof lessons.$inferInsert> = {}) {
  const from = new Date(startsAt)
  const endsAt = new Date(from.getTime() + 90 * 60_000)
  await server.opened.database.insert(lessons).values({ ...planned, groupId, startsAt: from, endsAt, ...more })
}

async function conflictsOf(courseId: string): Promise<ScheduleConflict[] | undefined> {
  const answer = await parent.call(`GET /v1/catalog/course/${courseId}/student/list`)
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined])
  const [student] = answer.json<CourseStudent[]>()
  return student?.groups[0]?.conflicts
}

const seen = (conflicts: readonly ScheduleConflict[] = []) =>
  conflicts.map(({ kind, other, day }) => [kind, other.title, other.slot.from, day])

describe('A group to buy is compared with the lessons of the child', () => {
  test('a moved lesson counts at its new time, a cancelled one and its slot not at all', async () => {
    const { groupId } = await catalog.addCourse({
      groups: [{ title: titles().physics, meets: [at('16:00', '17:30')] }],
    })
    await catalog.joinGroup(childId, groupId)
    const changedAt = new Date('2026-10-13T09:00:00Z')
    const was = { startsAt: new Date('2026-10-21T13:00:00Z'), endsAt: new Date('2026-10-21T14:30:00Z') }
    await addLesson(groupId, '2026-10-20T14:00:00Z', {
      state: 'moved',
      changedAt,
      previousStartsAt: was.startsAt,
      previousEndsAt: was.endsAt,
    })
    await addLesson(groupId, '2026-10-27T13:00:00Z', { state: 'cancelled', changedAt })
    const { id } = await addWanted('2026-10-20', '2026-10-27', '2026-11-03')
    expect(await conflictsOf(id)).toEqual([
      {
        kind: 'overlap',
        slot: at('16:00', '17:30'),
        other: {
          studentUuid: childId,
          title: titles().physics,
          slot: at('17:00', '18:30'),
          place: 'Сокол',
          calendarGap: null,
        },
        minutesBetween: -30,
        day: '2026-10-20',
      },
    ])
  })

  test('lessons of several weeks are one conflict, at the local time of the school', async () => {
    const { groupId } = await catalog.addCourse({ groups: [{ title: titles().physics }] })
    await catalog.joinGroup(childId, groupId)
    for (const day of ['2026-10-20', '2026-10-27']) await addLesson(groupId, `${day}T14:00:00Z`)
    const { id } = await addWanted('2026-10-20', '2026-10-27')
    expect(seen(await conflictsOf(id))).toEqual([['overlap', titles().physics, '17:00', null]])
  })

  test('an exam counts, the past does not', async () => {
    const exam = (day: string, state: 'planned' | 'cancelled') => ({
      subjectCode: 'physics',
      studentId: childId,
      title: `Экзамен ${day}`,
      format: 'offline' as const,
      startsAt: new Date(`${day}T13:30:00Z`),
      endsAt: new Date(`${day}T14:30:00Z`),
      state,
      changedAt: state === 'cancelled' ? new Date('2026-10-01T09:00:00Z') : null,
    })
    await server.opened.database
      .insert(exams)
      .values([exam('2026-10-13', 'planned'), exam('2026-10-20', 'planned'), exam('2026-10-27', 'cancelled')])
    const { id } = await addWanted('2026-10-13', '2026-10-20', '2026-10-27')
    expect(seen(await conflictsOf(id))).toEqual([['overlap', 'Экзамен 2026-10-20', '16:30', '2026-10-20']])
  })
})

test('An offer of the 2035 programme names the conflicts of each of its groups, until the student is enrolled', async () => {
  const programme = await openProgramme2035(server)
  const { opportunityUuid, groupUuid, campaignUuid } = await programme.addOpportunity()
  const { groupId } = await catalog.addCourse({ groups: [{ title: titles().physics }] })
  await catalog.joinGroup(childId, groupId)
  for (const group of [groupId, groupUuid]) await addLesson(group, '2026-11-03T13:00:00Z')
  const groups = async () => {
    const answer = await parent.call(`GET /v1/schedule/offer/${programme.token}/student/list`)
    return answer.json<OfferStudent[]>()[0]?.opportunities[0]?.groups
  }
  expect((await groups())?.map((group) => [group.groupUuid, seen(group.conflicts)])).toEqual([
    [groupUuid, [['overlap', titles().physics, '16:00', '2026-11-03']]],
  ])
  const body = { campaignUuid, opportunityUuid, groupUuid, studentUuid: childId }
  const headers = { 'idempotency-key': randomUUID() }
  expect((await parent.call('POST /v1/schedule/group/enroll', { body, headers })).statusCode).toBe(200)
  expect(await groups()).toEqual([{ groupUuid, conflicts: [] }])
})

test('The choice of a new group and its preview name the same conflicts, without the group that is left', async () => {
  const meets = [at('16:00', '17:30')]
  const { groupIds } = await catalog.addCourse({
    groups: [
      { title: titles().present, meets },
      { title: titles().wanted, meets },
    ],
  })
  const [present = '', wanted = ''] = groupIds
  await catalog.addContract(childId, present)
  const { groupId: physics } = await catalog.addCourse({ groups: [{ title: titles().physics }] })
  for (const group of [present, physics]) await catalog.joinGroup(childId, group)
  // This week and the lessons after the end of the other group are no matter.
  for (const day of ['2026-10-16', '2026-10-20', '2026-12-08']) {
    for (const group of [present, physics, wanted]) await addLesson(group, `${day}T13:00:00Z`)
  }
  const address = 'GET /v1/parent/children/schedule/groups'
  const [{ contractUuid } = { contractUuid: '' }] = (await parent.call(`${address}/list`)).json<
    { contractUuid: string }[]
  >()
  const query = `contractUuid=${contractUuid}`
  const [choice] = (await parent.call(`${address}/to-change`, { query })).json<AvailableGroup[]>()
  const preview = (
    await parent.call('GET /v1/schedule/group/preview', { query: `${query}&groupUuid=${wanted}` })
  ).json<TransferPreview>()
  expect([choice?.groupUuid, seen(choice?.conflicts)]).toEqual([wanted, [['overlap', titles().physics, '16:00', null]]])
  expect(preview.conflicts).toEqual(choice?.conflicts)
  expect(preview.conflictingItems).toHaveLength(2)
})

test('An exam of the group that is left is no conflict of the new one, unless another group of the child has the subject', async () => {
  const meets = [at('16:00', '17:30')]
  const { groupIds } = await catalog.addCourse({
    subjectCode: 'physics',
    groups: [
      { title: titles().present, meets },
      { title: titles().wanted, meets },
    ],
  })
  const [present = '', wanted = ''] = groupIds
  await catalog.addContract(childId, present)
  await catalog.joinGroup(childId, present)
  await addLesson(wanted, '2026-10-27T13:00:00Z')
  const exam = (subjectCode: string, title: string) => ({
    subjectCode,
    studentId: childId,
    title,
    format: 'offline' as const,
    startsAt: new Date('2026-10-27T13:30:00Z'),
    endsAt: new Date('2026-10-27T14:30:00Z'),
  })
  await server.opened.database
    .insert(exams)
    .values([exam('physics', 'Зачёт: физика'), exam('math', 'Зачёт: математика')])
  const address = 'GET /v1/parent/children/schedule/groups'
  const clashes = async () => {
    const [{ contractUuid } = { contractUuid: '' }] = (await parent.call(`${address}/list`)).json<
      { contractUuid: string }[]
    >()
    const [choice] = (await parent.call(`${address}/to-change`, { query: `contractUuid=${contractUuid}` })).json<
      AvailableGroup[]
    >()
    return choice?.conflicts.map(({ other }) => other.title)
  }
  expect(await clashes()).toEqual(['Зачёт: математика'])
  const { groupId } = await catalog.addCourse({ subjectCode: 'physics', groups: [{}] })
  await catalog.joinGroup(childId, groupId)
  expect(await clashes()).toEqual(['Зачёт: математика', 'Зачёт: физика'])
})

test('A group whose lessons are not planned yet does not meet in the vacations', async () => {
  const { groupId } = await catalog.addCourse({
    groups: [{ title: titles().physics, meets: [at('16:00', '17:30')], startsOn: '2026-10-20', endsOn: '2026-11-03' }],
  })
  await catalog.joinGroup(childId, groupId)
  const campaign = { campaignId: ids.campaign, title: 'Каникулы', startsOn: '2026-10-26', endsOn: '2026-11-01' }
  const [vacation] = await server.opened.database.insert(vacations).values(campaign).returning({ id: vacations.id })
  const { id } = await addWanted('2026-10-27')
  expect(await conflictsOf(id)).toEqual([])
  await server.opened.database.delete(vacations).where(eq(vacations.id, vacation?.id ?? ''))
  expect(seen(await conflictsOf(id))).toEqual([['overlap', titles().physics, '16:00', '2026-10-27']])
})
