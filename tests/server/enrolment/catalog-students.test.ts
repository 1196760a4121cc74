import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CourseStudent } from '#contract/enrolment/catalog.ts'
import { slots, territories } from '#server/db/schema/programs.ts'
import { openCatalog } from '#tests/support/schools/catalog-school.ts'
import { openProgramme2035 } from '#tests/support/schools/programme-2035.ts'
import { mytischi } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const catalog = openForSuite(() => openCatalog(server))
let parent: Person & { userId: string }
let childId: string
beforeAll(async () => {
  const address = 'Новомытищинский проспект, 30'
  await server.opened.database.insert(territories).values({ id: mytischi, title: 'Мытищи', address })
})
beforeEach(async () => {
  const family = await catalog.addFamily('Вера')
  parent = family.parent
  childId = family.childId
})

async function ask(person: Person, courseId: string): Promise<CourseStudent[]> {
  const answer = await person.call(`GET /v1/catalog/course/${courseId}/student/list`)
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined])
  return answer.json()
}

async function obstaclesOf(courseId: string) {
  const [student] = await ask(parent, courseId)
  return [student?.obstacle, student?.groups.map(({ obstacle }) => obstacle)]
}

describe('For each child the list shows a parent', () => {
  test('a course without obstacles, and the name of the child', async () => {
    const { id, groupId } = await catalog.addCourse()
    const own = { groupUuid: groupId, obstacle: null, waitingList: null, conflicts: [] }
    const who = { studentUuid: childId, firstName: 'Вера', lastName: 'Соколов', grade: 8 }
    expect(await ask(parent, id)).toEqual([{ ...who, obstacle: null, groups: [own] }])
  })

  test('a course for another grade, also if the grade of the child is unknown', async () => {
    const { id } = await catalog.addCourse({ grades: [5, 6], groups: [{}, {}] })
    const forAll = await catalog.addCourse({ grades: [] })
    expect(await obstaclesOf(id)).toEqual(['grade', ['grade', 'grade']])
    await catalog.setGrade(childId, null)
    expect(await obstaclesOf(id)).toEqual(['grade', ['grade', 'grade']])
    expect(await obstaclesOf(forAll.id)).toEqual([null, [null]])
  })

  test('a college course until grade 9, as the catalog does', async () => {
    const { id } = await catalog.addCourse({ branch: 'college', grades: [] })
    expect(await obstaclesOf(id)).toEqual(['grade', ['grade']])
    for (const grade of [9, null]) {
      await catalog.setGrade(childId, grade)
      expect(await obstaclesOf(id)).toEqual([null, [null]])
    }
  })

  test('a full group, and a place in it that is held for this child', async () => {
    const { id, groupIds } = await catalog.addCourse({ groups: [{ placesTaken: 12 }, {}] })
    expect(await obstaclesOf(id)).toEqual([null, ['full', null]])
    const heldUntil = new Date('2026-10-14T09:20:00Z')
    await catalog.wait(childId, groupIds[0] as string, { state: 'held', heldUntil })
    expect(await obstaclesOf(id)).toEqual([null, [null, null]])
    const { now } = server.clock
    server.clock.now = heldUntil
    expect(await obstaclesOf(id)).toEqual([null, ['full', null]])
    server.clock.now = now
  })

  test('a child who is already in the course, in this group or another, until the contract or the group ends', async () => {
    const { id, groupIds } = await catalog.addCourse({ groups: [{}, {}] })
    await catalog.addContract(childId, groupIds[1] as string, 'Termination')
    await catalog.addContract(childId, groupIds[1] as string, 'NotPaid')
    expect(await obstaclesOf(id)).toEqual([null, [null, null]])
    await catalog.addContract(childId, groupIds[0] as string)
    expect(await obstaclesOf(id)).toEqual(['already-there', ['already-there', 'already-there']])
  })

  test('no obstacle from a contract of last year or of a group that is over', async () => {
    const lastYear = await catalog.addCampaign({ schoolYear: '2025/2026' })
    const { id, groupId } = await catalog.addCourse()
    const old = await catalog.addGroup(id, { campaignId: lastYear, endsOn: '2026-12-31' })
    const over = await catalog.addGroup(id, { endsOn: '2026-10-13' })
    await catalog.addContract(childId, old)
    await catalog.addContract(childId, over)
    const [student] = await ask(parent, id)
    expect(student?.groups.find((group) => group.groupUuid === groupId)?.obstacle).toBe(null)
    expect(student?.groups.find((group) => group.groupUuid === old)?.obstacle).toBe('already-there')
  })

  test('the position of the child in the waiting list, counting those who wait for a transfer', async () => {
    const { id, groupId } = await catalog.addCourse({ title: 'Очередь', groups: [{ title: 'О-1', placesTaken: 12 }] })
    for (const name of ['Глеб', 'Дарья']) await catalog.wait(await catalog.addChild(name), groupId)
    await catalog.wait(childId, groupId, { joinedAt: new Date('2026-10-10T09:00:00Z') })
    await catalog.wait(await catalog.addChild('Егор'), groupId, { joinedAt: new Date('2026-10-11T09:00:00Z') })
    const [student] = await ask(parent, id)
    expect(student?.groups[0]?.waitingList).toEqual({
      uuid: expect.any(String),
      courseUuid: id,
      courseTitle: 'Очередь',
      groupUuid: groupId,
      groupTitle: 'О-1',
      studentUuid: childId,
      position: 3,
      length: 4,
      joinedAt: '2026-10-10T09:00:00.000Z',
      heldUntil: null,
    })
  })
})

describe('For the present week the list shows a parent', () => {
  const at = (from: string, to: string) => ({ weekday: 2, from, to })
  const wanted = at('16:00', '17:30')

  async function conflicts(own: { territoryId?: string | null; format?: 'webinar' } = {}, startsOn = '2026-09-01') {
    const { id } = await catalog.addCourse({ groups: [{ meets: [wanted], startsOn, ...own }] })
    const [student] = await ask(parent, id)
    return student?.groups[0]?.conflicts
  }

  async function attend(studentId: string, from: string, to: string, days?: { joinedOn: string; leftOn?: string }) {
    const meets = [at(from, to), { weekday: 3, from, to }]
    const { groupId } = await catalog.addCourse({ groups: [{ title: `Есть ${from} ${studentId}`, meets }] })
    await catalog.joinGroup(studentId, groupId, days)
  }

  test('a lesson at the same time, whether or not the group has places', async () => {
    await attend(childId, '17:00', '18:30')
    const title = `Есть 17:00 ${childId}`
    const other = {
      studentUuid: childId,
      title,
      slot: at('17:00', '18:30'),
      place: 'Сокол',
      calendarGap: 'not-planned',
    }
    const overlap = { kind: 'overlap', slot: wanted, other, minutesBetween: -30, day: null }
    expect(await conflicts()).toEqual([overlap])
    expect(await conflicts({ territoryId: null, format: 'webinar' })).toEqual([overlap])
  })

  test('too little travel time to another place, and no conflict in the same one', async () => {
    await attend(childId, '18:00', '19:30')
    expect(await conflicts()).toEqual([])
    expect(await conflicts({ territoryId: mytischi })).toMatchObject([{ kind: 'too-far', minutesBetween: 30 }])
  })

  test('no conflict with a group that is left before the new one begins, and each with a group joined by then', async () => {
    await attend(childId, '16:00', '17:00', { joinedOn: '2026-09-01', leftOn: '2026-11-02' })
    await attend(childId, '17:00', '18:00', { joinedOn: '2026-11-02' })
    expect(await conflicts({}, '2026-11-02')).toMatchObject([{ other: { slot: at('17:00', '18:00') } }])
    expect(await conflicts()).toHaveLength(2)
  })

  test('an unpaid course once, and no course whose contract expired unpaid', async () => {
    const bought = await catalog.addCourse({ groups: [{ title: 'Куплен', meets: [at('16:30', '18:00')] }] })
    await catalog.addContract(childId, bought.groupId, 'NotPaid')
    expect(await conflicts()).toEqual([])
    await catalog.addContract(childId, bought.groupId, 'Open')
    expect(await conflicts()).toMatchObject([
      { other: { title: 'Куплен', studentUuid: childId, calendarGap: 'not-paid' } },
    ])
    await catalog.joinGroup(childId, bought.groupId)
    expect(await conflicts()).toMatchObject([{ other: { calendarGap: 'not-planned' } }])
  })

  test('a place in the 2035 programme that is not paid yet', async () => {
    const programme = await openProgramme2035(server)
    const { groupUuid, ...choice } = await programme.addOpportunity({ price: 2_400_000 })
    await server.opened.database
      .insert(slots)
      .values({ groupId: groupUuid, weekday: 2, startsAt: '16:00', endsAt: '17:30' })
    expect(await conflicts()).toEqual([])
    const body = { ...choice, groupUuid, studentUuid: childId }
    const headers = { 'idempotency-key': randomUUID() }
    expect((await parent.call('POST /v1/schedule/group/enroll', { body, headers })).statusCode).toBe(200)
    expect(await conflicts({}, '2026-11-02')).toMatchObject([{ kind: 'overlap', minutesBetween: -90 }])
  })

  test('no data of other families', async () => {
    const { childId: stranger } = await catalog.addFamily('Глеб')
    await attend(stranger, '16:00', '17:30')
    expect(await conflicts({ territoryId: mytischi })).toEqual([])
  })
})

describe('The list of students', () => {
  test('has only the user for a student', async () => {
    const { id } = await catalog.addCourse({ grades: [] })
    const student = await server.signInAs({ roles: ['student'] })
    expect((await ask(student, id)).map(({ studentUuid }) => studentUuid)).toEqual([student.userId])
  })
})
