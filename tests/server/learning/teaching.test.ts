import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { absences, lessons } from '#server/db/schema/schedule.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

/** Wednesday, noon in Moscow. */
const server = openForSuite(() => openTestApp({ now: new Date('2026-10-14T09:00:00Z') }))
const school = openForSuite(() => openSmallSchool(server))

async function addLesson(startsAt: string, more: Partial<typeof lessons.$inferInsert> = {}) {
  const start = new Date(startsAt)
  const own = { id: randomUUID(), groupId: ids.group, topic: 'Закон Ома', format: 'offline' as const, startsAt: start }
  await server.opened.database
    .insert(lessons)
    .values({ ...own, endsAt: new Date(start.getTime() + 5_400_000), place: 'кабинет 204', ...more })
  return own.id
}

test('a teacher sees the lessons of seven days without those given to a substitute, and the groups', async () => {
  expect(school).toBeDefined()
  const [teacher, substitute] = await Promise.all([
    server.signInAs({ roles: ['teacher'], userId: ids.teacher }),
    server.signInAs({ roles: ['teacher'] }),
  ])
  await addLesson('2026-10-13T20:59:00Z')
  const early = await addLesson('2026-10-13T21:00:00Z', { place: null, joinUrl: 'https://webinar.example/1' })
  const given = await addLesson('2026-10-15T13:00:00Z', { substituteId: substitute.userId })
  await addLesson('2026-10-16T13:00:00Z', { state: 'cancelled', changedAt: new Date('2026-10-14T08:00:00Z') })
  // Written with its territory, as an import may do.
  const last = await addLesson('2026-10-20T20:59:00Z', { place: 'Сокол, кабинет 204' })
  await addLesson('2026-10-20T21:00:00Z')

  const [left, present] = await Promise.all([
    server.signInAs({ roles: ['student'] }),
    server.signInAs({ roles: ['student'] }),
  ])
  await server.opened.database.insert(groupMemberships).values([
    { id: randomUUID(), groupId: ids.group, studentId: left.userId, joinedOn: '2026-09-01', leftOn: '2026-10-14' },
    { id: randomUUID(), groupId: ids.group, studentId: present.userId, joinedOn: '2026-10-14' },
  ])

  const seen = (await teacher.call('GET /v1/teacher/day')).json()
  expect(seen.lessons.map(({ startsAt, state }: { startsAt: string; state: string }) => [startsAt, state])).toEqual([
    ['2026-10-13T21:00:00.000Z', 'planned'],
    ['2026-10-16T13:00:00.000Z', 'cancelled'],
    ['2026-10-20T20:59:00.000Z', 'planned'],
  ])
  const lesson = { groupTitle: 'ФИЗ-1', subject: 'Физика', topic: 'Закон Ома', format: 'offline', state: 'planned' }
  expect(seen.lessons[0]).toEqual({
    ...lesson,
    uuid: early,
    startsAt: '2026-10-13T21:00:00.000Z',
    endsAt: '2026-10-13T22:30:00.000Z',
    place: null,
    joinUrl: 'https://webinar.example/1',
    isSubstitute: false,
    replacedTeacher: null,
    students: 1,
    absent: [],
  })
  expect(seen.lessons[2]).toMatchObject({ uuid: last, place: 'Сокол, кабинет 204' })
  // The cancelled lesson of Friday is not the next one, the one with a substitute is.
  expect(seen.groups).toEqual([
    {
      uuid: ids.group,
      title: 'ФИЗ-1',
      subject: 'Физика',
      students: [{ uuid: present.userId, name: expect.any(String) }],
      nextLessonAt: '2026-10-15T13:00:00.000Z',
      isCurated: false,
      absent: [],
    },
  ])
  expect((await substitute.call('GET /v1/teacher/day')).json()).toEqual({
    lessons: [
      {
        ...lesson,
        uuid: given,
        startsAt: '2026-10-15T13:00:00.000Z',
        endsAt: '2026-10-15T14:30:00.000Z',
        place: 'Сокол, кабинет 204',
        joinUrl: null,
        isSubstitute: true,
        replacedTeacher: 'Белова Ирина Сергеевна',
        students: 1,
        absent: [],
      },
    ],
    groups: [],
  })
})

test('a curator sees the groups of others with who will be absent, a person who is neither sees none', async () => {
  const [curator, stranger] = await Promise.all([
    server.signInAs({ roles: ['teacher'] }),
    server.signInAs({ roles: ['teacher'] }),
  ])
  const family = await school.addFamily('Вера')
  await school.joinGroup(family.childId)
  await server.opened.database
    .update(studyGroups)
    .set({ curatorId: curator.userId })
    .where(eq(studyGroups.id, ids.group))
  await addLesson('2026-10-19T13:00:00Z')
  await addLesson('2026-10-19T15:00:00Z')
  await server.opened.database.insert(absences).values({
    id: randomUUID(),
    studentId: family.childId,
    reportedById: family.parent.userId,
    reason: 'illness',
    startsOn: '2026-10-19',
    endsOn: '2026-10-19',
    createdAt: new Date('2026-10-14T08:00:00Z'),
  })
  const { lessons: own, groups } = (await curator.call('GET /v1/teacher/day')).json()
  expect(own).toEqual([])
  expect(groups).toMatchObject([
    {
      uuid: ids.group,
      isCurated: true,
      absent: [{ name: expect.stringContaining('Вера'), reason: 'illness', lessonAt: '2026-10-19T13:00:00.000Z' }],
    },
  ])
  expect((await stranger.call('GET /v1/teacher/day')).json()).toEqual({ lessons: [], groups: [] })
})
