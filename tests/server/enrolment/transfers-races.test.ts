import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GroupWaitingList } from '#contract/learning/schedule.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import { joinTransferWaitingList } from '#server/enrolment/transfers/transfer-waiting-list.ts'
import { requestTransfer } from '#server/enrolment/transfers/transfers.ts'
import { openTransferSchool, type TransferSchool } from '#tests/support/schools/transfer-school.ts'
import type { TestApp } from '#tests/support/server/app.ts'
import {
  openRace,
  outcomeOf,
  type RaceParticipants,
  raceTimeoutMs,
  rivalCount,
  rounds,
} from '#tests/support/server/races.ts'

vi.setConfig({ testTimeout: raceTimeoutMs })

const timeZone = 'Europe/Moscow'

let race: Awaited<ReturnType<typeof openRace>>
let server: TestApp
let other: TestApp
let rivals: RaceParticipants
let school: TransferSchool
let home: string
beforeAll(async () => {
  race = await openRace()
  ;({ server, other, rivals } = race)
  school = await openTransferSchool(server)
})
afterAll(() => race.close())
beforeEach(async () => {
  ;({ home } = await school.begin())
})

const now = new Date('2026-10-14T09:00:00Z')
const moment = { now, timeZone }
type Family = {
  userId: string
  studentId: string
  contractUuid: string
  viewer: { roleGroup: 'parent'; userId: string }
}

async function addFamilies(count: number): Promise<Family[]> {
  const added: Family[] = []
  for (let number = 0; number < count; number += 1) {
    const userId = randomUUID()
    const email = `${number}-${userId.slice(0, 8)}@mail.example`
    await server.opened.database.insert(users).values({ id: userId, firstName: 'Анна', lastName: 'Смирнова', email })
    const studentId = await school.addChild('Артём', [{ userId }])
    const contractUuid = await school.addContract(studentId, { customerId: userId })
    added.push({ userId, studentId, contractUuid, viewer: { roleGroup: 'parent', userId } })
  }
  return added
}

const transferTo = (index: number, { viewer, contractUuid }: Family, groupUuid: string) =>
  outcomeOf(
    rivals
      .databaseOf(index)
      .transaction((transaction) => requestTransfer(transaction, viewer, moment, { contractUuid, groupUuid })),
  )
const join = (index: number, { viewer, contractUuid }: Family, groupUuid: string): Promise<GroupWaitingList> =>
  rivals
    .databaseOf(index)
    .transaction((transaction) => joinTransferWaitingList(transaction, viewer, moment, { contractUuid, groupUuid }))

/** Every place is accounted for: taken by a member, kept by a transfer until it takes effect, or held. */
async function wrongGroups(groups: readonly string[]): Promise<unknown[]> {
  const { database } = server.opened
  const found = await database
    .select()
    .from(studyGroups)
    .where(inArray(studyGroups.id, [...groups]))
  const checked = found.map(async ({ id, title, placesTaken, placesTotal }) => {
    const { groupId, leftOn } = groupMemberships
    const members = await database.$count(groupMemberships, and(eq(groupId, id), isNull(leftOn)))
    const isKept = and(eq(transfers.fromGroupId, id), eq(transfers.state, 'coming'))
    const kept = await database.$count(transfers, isKept)
    const inState = (state: 'held' | 'waiting') =>
      database.$count(waitingListEntries, and(eq(waitingListEntries.groupId, id), eq(waitingListEntries.state, state)))
    const [held, waiting] = [await inState('held'), await inState('waiting')]
    return { title, placesTaken, owned: members + kept + held, isOffered: waiting === 0 || placesTaken === placesTotal }
  })
  return (await Promise.all(checked)).filter((each) => each.placesTaken !== each.owned || !each.isOffered)
}

test('Concurrent requests of both guardians transfer a contract once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const parent = await server.signInAs({ roles: ['parent'] })
    const parentAtOther = await other.signInAs({ roles: [], userId: parent.userId })
    const childId = await school.addChild('Артём', [parent])
    const contractUuid = await school.addContract(childId)
    const groups = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => school.addGroup()))
    const answers = await Promise.all(
      groups.map((groupUuid, index) =>
        (index % 2 ? parentAtOther : parent).call('POST /v1/parent/children/schedule/groups/change', {
          body: { contractUuid, groupUuid },
          headers: { 'idempotency-key': randomUUID() },
        }),
      ),
    )
    const outcomes = answers.map((answer) => answer.json<{ type?: string }>().type ?? 'done')
    expect(outcomes.toSorted()).toEqual(['done', ...Array.from({ length: 7 }, () => 'transfer-refused')])
    expect(await wrongGroups([home, ...groups])).toEqual([])
  }
})

describe('A waiting list', () => {
  test('gives concurrent requests consecutive positions, and places are filled in this order', async () => {
    const all = await addFamilies(rivalCount)
    const { database } = server.opened
    const group = await school.addGroup({ placesTotal: 1, placesTaken: 1 })
    const joined = await rivals.atOnce(all.map((family) => (index) => join(index, family, group)))
    const positions = joined.map(({ own }) => own?.position ?? 0)
    expect(positions.toSorted((one, next) => one - next)).toEqual(all.map((_, index) => index + 1))
    const inOrder = all.map((_, place) => all[positions.indexOf(place + 1)] as Family)

    // A few places at a time, by both servers at once.
    for (let places = 1; places <= 9; places += 4) {
      await database.update(studyGroups).set({ placesTotal: places }).where(eq(studyGroups.id, group))
      await Promise.all(rivals.settlingAt(now).map(({ settle }) => settle()))
      const held = await database
        .select({ contractId: waitingListEntries.contractId })
        .from(waitingListEntries)
        .where(and(eq(waitingListEntries.groupId, group), eq(waitingListEntries.state, 'held')))
        .orderBy(asc(waitingListEntries.joinedAt))
      const first = inOrder.slice(0, places - 1)
      expect(held.map(({ contractId }) => contractId)).toEqual(first.map(({ contractUuid }) => contractUuid))
    }

    // All offers expire at once, and each of the next eight is notified once.
    await database.delete(deliveries)
    const nextDay = new Date(now.getTime() + 24 * 3_600_000)
    await Promise.all(rivals.settlingAt(nextDay).map(({ settle }) => settle()))
    const messages = await database.select().from(deliveries)
    expect(messages.filter(({ kind }) => kind === 'group-place-lapsed').length).toBe(8)
    expect(messages.filter(({ kind }) => kind === 'group-place-held').length).toBe(8)
    const line = await database
      .select({ state: waitingListEntries.state })
      .from(waitingListEntries)
      .where(eq(waitingListEntries.groupId, group))
      .orderBy(asc(waitingListEntries.joinedAt))
    const states = ['lapsed', 'held', 'waiting'].map((state) => line.filter((each) => each.state === state).length)
    expect(states).toEqual([8, 8, rivalCount - 16])
    expect(line.slice(0, 16).map(({ state }) => state)).toEqual([...Array(8).fill('lapsed'), ...Array(8).fill('held')])
  })
})

test('Concurrent servers apply due transfers once', async () => {
  const all = await addFamilies(12)
  const group = await school.addGroup({ placesTotal: 12 })
  const last = await school.addGroup({ placesTotal: 12, placesTaken: 12 })
  for (const [index, family] of all.entries()) expect(await transferTo(index, family, group)).toBe('done')
  const monday = rivals.settlingAt(new Date('2026-10-18T21:00:00Z'))
  await Promise.all([...monday, ...monday].map(({ settle }) => settle()))
  expect([await school.placesOf(home), await school.placesOf(group), await school.placesOf(last)]).toEqual([0, 12, 12])
  const applied = await server.opened.database.select().from(transfers).where(eq(transfers.toGroupId, group))
  expect(applied.map(({ state }) => state)).toEqual(all.map(() => 'done'))
})
