import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CourseWaitingList } from '#contract/enrolment/catalog.ts'
import type { GroupWaitingList } from '#contract/learning/schedule.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { purchaseCalls, wrongPlaces } from '#tests/support/schools/purchase-calls.ts'
import { transferCalls } from '#tests/support/schools/transfer-calls.ts'
import { openTransferSchool } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openTransferSchool(server))
let parent: Person & { userId: string }
let childId: string
let full: string
let programId: string
let campaignId: string
beforeEach(async () => {
  await at('2026-10-14T09:00:00Z')
  await server.opened.database.delete(deliveries)
  ;({ programId, campaignId } = await school.begin())
  full = await school.addGroup({ title: 'ФИЗ-2', placesTotal: 1, weeks: 2 })
  ;({ parent, childId } = await addFamily('anna@mail.example'))
  member = await addFamily('member@mail.example')
  memberContract = await school.addContract(member.childId, { groupId: full })
})
let member: { parent: Person & { userId: string }; childId: string }
let memberContract: string
const { at, refusalOf, settle, sentMessages, joinWaitingList, requestTransfer, waitingListsOf } = transferCalls(() => ({
  server,
  contractUuid: '',
}))
const { filled, fill, buy, join, leave, linesOf } = purchaseCalls()

async function addFamily(email: string) {
  const family = await school.addFamily('Артём')
  await server.opened.database.update(users).set({ email }).where(eq(users.id, family.parent.userId))
  return family
}

/** The member transfers to another group. The place is free from Monday. */
async function freePlace() {
  const elsewhere = await school.addGroup({ meets: '2026-10-20T07:00:00Z' })
  expect((await requestTransfer(member.parent, elsewhere, { contract: memberContract })).statusCode).toBe(200)
  await at('2026-10-19T09:00:00Z')
  await settle()
}

describe('A waiting list for a course', () => {
  test('is joined if no place is left, once, in the order of requests', async () => {
    const other = await addFamily('vera@mail.example')
    const [course] = await server.opened.database.select().from(programs).where(eq(programs.id, programId))
    const joined = await join(parent, full, childId)
    const waitingList = {
      uuid: expect.any(String),
      courseUuid: programId,
      courseTitle: course?.title,
      groupUuid: full,
      groupTitle: 'ФИЗ-2',
      studentUuid: childId,
      position: 1,
      length: 1,
      joinedAt: '2026-10-14T09:00:00.000Z',
      heldUntil: null,
    }
    expect([joined.statusCode, joined.json()]).toEqual([200, waitingList])
    const second = (await join(other.parent, full, other.childId)).json<CourseWaitingList>()
    expect([second.position, second.length, second.joinedAt]).toEqual([2, 2, '2026-10-14T09:00:00.001Z'])
    expect((await join(parent, full, childId)).json()).toEqual({ ...waitingList, length: 2 })
    expect(await linesOf(parent)).toEqual([{ ...waitingList, length: 2 }])
  })

  test('is not joined if a place is free, the course cannot be bought, or the child is of another family', async () => {
    const free = await school.addGroup()
    expect(refusalOf(await join(parent, free, childId))).toEqual([409, 'state-conflict'])
    expect(refusalOf(await join(member.parent, full, member.childId))).toEqual([409, 'purchase-refused'])
    await server.opened.database.update(users).set({ grade: 5 }).where(eq(users.id, childId))
    expect(refusalOf(await join(parent, full, childId))).toEqual([409, 'purchase-refused'])
    expect(refusalOf(await join(parent, full, member.childId))).toEqual([404, 'not-found'])
    expect(refusalOf(await join(parent, randomUUID(), childId))).toEqual([404, 'not-found'])
    expect(await linesOf(parent)).toEqual([])
  })

  test('is shared with transfer requests, and each entry is shown where it was created', async () => {
    const other = await addFamily('mover@mail.example')
    const contract = await school.addContract(other.childId, { customerId: other.parent.userId })
    await school.addLesson(full, new Date('2026-10-27T13:00:00Z'))
    const first = (await joinWaitingList(other.parent, full, contract)).json<GroupWaitingList>()
    const second = (await join(parent, full, childId)).json<CourseWaitingList>()
    expect([first.own?.position, second.position, second.length]).toEqual([1, 2, 2])
    expect(await waitingListsOf(other.parent)).toMatchObject([{ length: 2, own: { position: 1 } }])
    expect(await linesOf(other.parent)).toEqual([])
    expect(await waitingListsOf(parent)).toEqual([])
    expect((await linesOf(parent)).length).toBe(1)
    expect(refusalOf(await leave(other.parent, first.own?.uuid ?? ''))).toEqual([404, 'not-found'])
    const asTransfer = await parent.call(`DELETE /v1/schedule/group/waiting-list/${second.uuid}`)
    expect(refusalOf(asTransfer)).toEqual([404, 'not-found'])

    await freePlace()
    expect((await sentMessages()).map(({ target, kind }) => [target, kind])).toEqual([
      ['member@mail.example', 'transfer-applied'],
      ['mover@mail.example', 'group-place-held'],
    ])
    expect(refusalOf(await fill(parent, { groupUuid: full, studentUuid: childId }))).toEqual([409, 'no-place-left'])
    expect((await requestTransfer(other.parent, full, { contract })).statusCode).toBe(200)
    expect(await linesOf(parent)).toMatchObject([{ position: 1, length: 1, heldUntil: null }])
  })

  test('holds a freed place for a day for the first entry, which is notified and buys it', async () => {
    const next = await addFamily('next@mail.example')
    await join(parent, full, childId)
    await join(next.parent, full, next.childId)
    await freePlace()
    const [applied, ...notified] = await sentMessages()
    expect(applied).toMatchObject({ target: 'member@mail.example', kind: 'transfer-applied' })
    expect(notified).toEqual([
      {
        target: 'anna@mail.example',
        kind: 'course-place-held',
        language: 'ru',
        values: { group: 'ФИЗ-2', student: 'Артём', until: '20 октября в 12:00' },
      },
    ])
    expect(await linesOf(parent)).toMatchObject([{ position: 1, length: 2, heldUntil: '2026-10-20T09:00:00.000Z' }])
    expect(refusalOf(await join(parent, full, childId))).toEqual([409, 'state-conflict'])
    expect(refusalOf(await fill(next.parent, { groupUuid: full, studentUuid: next.childId }))).toEqual([
      409,
      'no-place-left',
    ])
    // The last day of enrolment passes, but not that of the group.
    const { database } = server.opened
    const lastDay = '2026-10-18'
    await database.update(campaigns).set({ enrolUntil: lastDay }).where(eq(campaigns.id, campaignId))
    const changeEnd = (endsOn: string) => database.update(studyGroups).set({ endsOn }).where(eq(studyGroups.id, full))
    await changeEnd(lastDay)
    const wish = { groupUuid: full, studentUuid: childId }
    expect(refusalOf(await fill(parent, wish))).toEqual([409, 'purchase-refused'])
    await changeEnd('2027-05-31')
    const basket = await filled(parent, wish)
    expect((await buy(parent, basket)).statusCode).toBe(200)
    expect(await linesOf(parent)).toEqual([])
    expect(await linesOf(next.parent)).toMatchObject([{ position: 1, length: 1, heldUntil: null }])
    expect(await wrongPlaces(server, [full])).toEqual([])
  })

  test('skips who waits to buy after the end of enrolment, notifies them once, and keeps their position', async () => {
    const other = await addFamily('mover@mail.example')
    const contract = await school.addContract(other.childId, { customerId: other.parent.userId })
    await join(parent, full, childId)
    await joinWaitingList(other.parent, full, contract)
    const enrolUntil = (day: string) =>
      server.opened.database.update(campaigns).set({ enrolUntil: day }).where(eq(campaigns.id, campaignId))
    await enrolUntil('2026-10-18')
    await freePlace()
    expect((await sentMessages()).slice(1).map(({ target, kind }) => [target, kind])).toEqual([
      ['mover@mail.example', 'group-place-held'],
      ['anna@mail.example', 'course-place-passed'],
    ])
    expect(await linesOf(parent)).toMatchObject([{ position: 1, length: 2, heldUntil: null }])
    // The hold of the other lapses: the place is free until enrolment opens again.
    await at('2026-10-20T09:00:00Z')
    await settle()
    expect(await school.placesOf(full)).toBe(0)
    await enrolUntil('2026-10-20')
    await settle()
    expect(await linesOf(parent)).toMatchObject([{ length: 1, heldUntil: '2026-10-21T09:00:00.000Z' }])
  })

  test('skips who waits to move out of a group that is over, or to one without lessons ahead, and notifies them', async () => {
    const { database } = server.opened
    const [late, other] = [await addFamily('late@mail.example'), await addFamily('mover@mail.example')]
    const over = await school.addGroup()
    const lateContract = await school.addContract(late.childId, { groupId: over })
    const otherContract = await school.addContract(other.childId, { customerId: other.parent.userId })
    await joinWaitingList(late.parent, full, lateContract)
    await joinWaitingList(other.parent, full, otherContract)
    await join(parent, full, childId)
    const endsOn = (day: string) => database.update(studyGroups).set({ endsOn: day }).where(eq(studyGroups.id, over))
    await endsOn('2026-10-18')
    await freePlace()
    expect(refusalOf(await requestTransfer(late.parent, full, { contract: lateContract }))).toEqual([404, 'not-found'])
    await endsOn('2027-05-31')
    await database.delete(lessons).where(eq(lessons.groupId, full))
    await at('2026-10-20T09:00:00Z')
    await settle()
    expect((await sentMessages()).slice(1).map(({ target, kind, values }) => [target, kind, values?.why])).toEqual([
      ['mover@mail.example', 'group-place-held', undefined],
      ['late@mail.example', 'group-place-passed', 'lessons-over'],
      ['mover@mail.example', 'group-place-lapsed', undefined],
      ['anna@mail.example', 'course-place-held', undefined],
    ])
  })

  test('ends after the last day of its group: who waits is notified by day, and waits no more', async () => {
    const other = await addFamily('mover@mail.example')
    const contract = await school.addContract(other.childId, { customerId: other.parent.userId })
    await joinWaitingList(other.parent, full, contract)
    await join(parent, full, childId)
    await server.opened.database.update(studyGroups).set({ endsOn: '2026-10-14' }).where(eq(studyGroups.id, full))
    await at('2026-10-14T17:59:00Z')
    await settle()
    await at('2026-10-15T05:59:00Z')
    await settle()
    expect([await sentMessages(), (await linesOf(parent)).length]).toEqual([[], 1])
    await at('2026-10-15T06:00:00Z')
    await settle()
    await settle()
    const notified = await sentMessages()
    expect(notified.map(({ target, kind }) => [target, kind]).sort()).toEqual([
      ['anna@mail.example', 'waiting-list-ended'],
      ['mover@mail.example', 'waiting-list-ended'],
    ])
    expect(notified[0]?.values).toEqual({ group: 'ФИЗ-2', student: 'Артём' })
    expect([await linesOf(parent), await waitingListsOf(other.parent)]).toEqual([[], []])
    expect(await school.placesOf(full)).toBe(1)
  })

  test('can be left repeatedly; a held place passes to the next entry', async () => {
    const next = await addFamily('next@mail.example')
    const mine = (await join(parent, full, childId)).json<CourseWaitingList>()
    const theirs = (await join(next.parent, full, next.childId)).json<CourseWaitingList>()
    await freePlace()
    expect(refusalOf(await leave(next.parent, mine.uuid))).toEqual([404, 'not-found'])
    expect((await leave(parent, mine.uuid)).statusCode).toBe(204)
    expect((await leave(parent, mine.uuid)).statusCode).toBe(204)
    expect(await linesOf(parent)).toEqual([])
    expect(await linesOf(next.parent)).toMatchObject([{ heldUntil: '2026-10-20T09:00:00.000Z' }])
    expect((await leave(next.parent, theirs.uuid)).statusCode).toBe(204)
    expect(await school.placesOf(full)).toBe(0)
  })

  test('ends if another group of the course is bought, and a held place passes to the next entry', async () => {
    const next = await addFamily('next@mail.example')
    await join(parent, full, childId)
    await join(next.parent, full, next.childId)
    await freePlace()
    const other = await school.addGroup()
    expect((await buy(parent, await filled(parent, { groupUuid: other, studentUuid: childId }))).statusCode).toBe(200)
    expect(await linesOf(parent)).toEqual([])
    expect(await linesOf(next.parent)).toMatchObject([{ position: 1, heldUntil: '2026-10-20T09:00:00.000Z' }])
    expect(await wrongPlaces(server, [full, other])).toEqual([])
  })
})
