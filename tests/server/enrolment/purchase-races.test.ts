import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { baskets, contracts, payments } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import { createRandom } from '#server/demo/rows/random.ts'
import { lockGroups } from '#server/enrolment/groups/places.ts'
import { dropBasket, fillBasket } from '#server/enrolment/purchase/basket-changes.ts'
import { joinCourseWaitingList, leaveCourseWaitingList } from '#server/enrolment/purchase/course-waiting-list.ts'
import { createBasketContract } from '#server/enrolment/purchase/create-contract.ts'
import { joinTransferWaitingList, leaveTransferWaitingList } from '#server/enrolment/transfers/transfer-waiting-list.ts'
import { requestTransfer, withdrawTransfer } from '#server/enrolment/transfers/transfers.ts'
import { demoPayee } from '#server/environment/payee.ts'
import { purchaseCalls, wrongPlaces } from '#tests/support/schools/purchase-calls.ts'
import { openTransferSchool, type TransferSchool } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { forgetLimits } from '#tests/support/server/limits.ts'
import {
  openRace,
  outcomeOf,
  type RaceParticipants,
  raceTimeoutMs,
  rivalCount,
  rounds,
} from '#tests/support/server/races.ts'

vi.setConfig({ testTimeout: raceTimeoutMs })

const moment = { now: new Date('2026-10-14T09:00:00Z'), timeZone: 'Europe/Moscow', priceOfLateStart: 'whole' as const }

let race: Awaited<ReturnType<typeof openRace>>
let server: TestApp
let other: TestApp
let rivals: RaceParticipants
let school: TransferSchool
beforeAll(async () => {
  race = await openRace()
  ;({ server, other, rivals } = race)
  school = await openTransferSchool(server)
})
afterAll(() => race.close())
const { filled, buy } = purchaseCalls()

type Family = { studentId: string; viewer: { roleGroup: 'parent'; userId: string } }

async function addFamilies(count: number): Promise<Family[]> {
  const added = Array.from({ length: count }, () => ({ userId: randomUUID(), studentId: randomUUID() }))
  const { database } = server.opened
  const people = added.flatMap(({ userId, studentId }) => [
    { id: userId, firstName: 'Анна', lastName: 'Смирнова', grade: null },
    { id: studentId, firstName: 'Артём', lastName: 'Смирнов', grade: 8 },
  ])
  await database.insert(users).values(people)
  await database
    .insert(guardianships)
    .values(added.map(({ userId, studentId }) => ({ guardianId: userId, childId: studentId })))
  return added.map(({ userId, studentId }) => ({ studentId, viewer: { roleGroup: 'parent', userId } }))
}

const within = <Result>(index: number, act: (transaction: OpenDatabase['database']) => Promise<Result>) =>
  rivals.databaseOf(index).transaction((transaction) => act(transaction))

const fill = (index: number, { viewer, studentId }: Family, groupUuid: string) =>
  fillBasket(rivals.databaseOf(index), viewer, moment, {
    groupUuid,
    studentUuid: studentId,
    paymentScheme: 'OnePayment',
  })

/** Inserts the baskets directly: filling them is not part of the race. */
async function fillForAll(all: readonly Family[], groupId: string, campaignId: string) {
  const of = { campaignId, groupId, paymentScheme: 'OnePayment', price: 6_600_000, createdAt: moment.now } as const
  return server.opened.database
    .insert(baskets)
    .values(all.map(({ viewer, studentId }) => ({ ...of, filledById: viewer.userId, studentId })))
    .returning({ groceryBasketUuid: baskets.id, campaignUuid: baskets.campaignId })
}

const payees = { school: demoPayee.PAYEE, academy: demoPayee.PAYEE, college: demoPayee.PAYEE }
const branchTerms = { payees, signedBranches: [] }
const make = (index: number, { viewer }: Family, basket: { groceryBasketUuid: string; campaignUuid: string }) =>
  within(index, (transaction) => createBasketContract(transaction, viewer, moment, { ...basket, branchTerms }))

/** Starts a round with empty rate-limit counters. */
async function beginAnew() {
  await forgetLimits(server.opened)
  return school.begin()
}

test('The last place goes to one of many families who buy concurrently; the others get a conflict and leave no data', async () => {
  const all = await addFamilies(rivalCount)
  const { database } = server.opened
  for (let round = 0; round < rounds; round += 1) {
    const { campaignId } = await beginAnew()
    const group = await school.addGroup({ placesTotal: 1 })
    const filledBaskets = await fillForAll(all, group, campaignId)
    const outcomes = await rivals.atOnce(
      filledBaskets.map((basket, index) => () => outcomeOf(make(index, all[index] as Family, basket))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBe(1)
    expect(outcomes.filter((outcome) => outcome === 'no-place-left').length).toBe(rivalCount - 1)
    const made = await database.select().from(contracts).where(eq(contracts.groupId, group))
    expect(made.map(({ studentId }) => studentId)).toEqual([all[outcomes.indexOf('done')]?.studentId])
    expect(await database.$count(payments, eq(payments.contractId, made[0]?.id ?? ''))).toBe(1)
    const turned = await database
      .select({ contractId: baskets.contractId })
      .from(baskets)
      .where(and(eq(baskets.groupId, group), isNotNull(baskets.contractId)))
    expect(turned).toEqual([{ contractId: made[0]?.id }])
    expect(await wrongPlaces(server, [group])).toEqual([])
  }
})

test('One basket becomes one contract, for any number of clicks and tabs at two servers', async () => {
  const parent = await server.signInAs({ roles: ['parent'] })
  const parentAtOther = await other.signInAs({ roles: [], userId: parent.userId })
  for (let round = 0; round < rounds; round += 1) {
    await beginAnew()
    const group = await school.addGroup({ placesTotal: rivalCount })
    const studentUuid = await school.addChild('Артём', [parent])
    const basket = await filled(parent, { groupUuid: group, studentUuid })
    const twice = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: rivalCount }, (_, index) =>
        buy(index % 2 ? parentAtOther : parent, basket, index % 4 === 0 ? twice : undefined),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json<{ contractUuid: string }>().contractUuid)).size).toBe(1)
    expect(await server.opened.database.$count(contracts, eq(contracts.studentId, studentUuid))).toBe(1)
    expect(await school.placesOf(group)).toBe(1)
  }
})

test('A basket that is filled, discarded and bought concurrently has one final state', async () => {
  const { database } = server.opened
  for (let round = 0; round < rounds * 4; round += 1) {
    await beginAnew()
    const group = await school.addGroup()
    const [family] = (await addFamilies(1)) as [Family]
    const basket = await fill(0, family, group)
    const [bought, renewed, dropped] = await Promise.all([
      outcomeOf(make(0, family, basket)),
      outcomeOf(fill(1, family, group)),
      outcomeOf(dropBasket(rivals.databaseOf(2), family.viewer, moment, basket.groceryBasketUuid)),
    ])
    const ended = await database.select().from(baskets).where(eq(baskets.id, basket.groceryBasketUuid))
    const isBought = bought === 'done'
    expect([bought, dropped]).toEqual(isBought ? ['done', 'state-conflict'] : ['not-found', 'done'])
    expect(['done', 'purchase-refused']).toContain(renewed)
    expect(ended.map((each) => [each.contractId !== null, each.droppedAt !== null])).toEqual([[isBought, !isBought]])
    expect(await database.$count(contracts, eq(contracts.studentId, family.studentId))).toBe(isBought ? 1 : 0)
    expect(await wrongPlaces(server, [group])).toEqual([])
  }
})

test('No place is lost and no entry is skipped while users concurrently buy, join, leave and transfer', async () => {
  const random = createRandom('purchases')
  const { database } = server.opened
  const settling = rivals.settlingAt(moment.now)
  const live = ['waiting', 'held'] as const
  for (let round = 0; round < rounds; round += 1) {
    const { home } = await beginAnew()
    const groups = await Promise.all([1, 2, 3].map(() => school.addGroup({ placesTotal: 3 })))
    const buyers = await addFamilies(16)
    const transferringFamilies = await addFamilies(4)
    const contractsOf = new Map<Family, string>()
    for (const family of transferringFamilies) {
      contractsOf.set(family, await school.addContract(family.studentId, { customerId: family.viewer.userId }))
    }
    for (let step = 0; step < 4; step += 1) {
      const entries = await database
        .select()
        .from(waitingListEntries)
        .where(and(inArray(waitingListEntries.groupId, groups), inArray(waitingListEntries.state, live)))
      const comingTransfers = await database.select().from(transfers).where(eq(transfers.state, 'coming'))
      const ownEntry = ({ studentId }: Family) => entries.find((entry) => entry.studentId === studentId)
      const buying = buyers.map((family, index) => async () => {
        const group = random.pick(groups)
        const entry = ownEntry(family)
        if (entry && random.chance(0.3))
          return leaveCourseWaitingList(rivals.databaseOf(index), family.viewer, moment, entry.id)
        const body = { groupUuid: group, studentUuid: family.studentId }
        if (random.chance(0.4)) {
          return within(index, (transaction) => joinCourseWaitingList(transaction, family.viewer, moment, body))
        }
        return make(index, family, await fill(index, family, entry?.state === 'held' ? entry.groupId : group))
      })
      const transferring = transferringFamilies.map((family, index) => async () => {
        const body = { contractUuid: contractsOf.get(family) ?? '', groupUuid: random.pick(groups) }
        const own = comingTransfers.find(({ contractId }) => contractId === body.contractUuid)
        if (own) return withdrawTransfer(rivals.databaseOf(index), family.viewer, moment, own.id)
        const entry = ownEntry(family)
        if (entry && random.chance(0.3))
          return leaveTransferWaitingList(rivals.databaseOf(index), family.viewer, moment, entry.id)
        const act = random.chance(0.5) ? joinTransferWaitingList : requestTransfer
        return within<unknown>(index, (transaction) => act(transaction, family.viewer, moment, body))
      })
      const outcomes = await Promise.all([
        ...[...buying, ...transferring].map((act) => outcomeOf(act())),
        ...settling.map(({ settle }) => outcomeOf(settle())),
      ])
      const expected = ['done', 'state-conflict', 'no-place-left', 'purchase-refused', 'not-found']
      expect(outcomes.filter((outcome) => !expected.includes(outcome))).toEqual([])
      await settling[0]?.settle()
      expect(await wrongPlaces(server, [home, ...groups])).toEqual([])
    }
    const bought = await database
      .select({ studentId: contracts.studentId })
      .from(contracts)
      .where(inArray(contracts.groupId, groups))
    expect(new Set(bought.map(({ studentId }) => studentId)).size).toBe(bought.length)
    expect(bought.length).toBeGreaterThan(0)
  }
})

// The embedded database has one connection, which the locking transaction takes.
test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'Purchases that entry for one group leave connections for other calls, and none of them fails',
  async () => {
    const busy = await openTestApp({ opened: rivals.openings[3] as OpenDatabase, env: { DATABASE_POOL: '4' } })
    await beginAnew()
    const group = await school.addGroup({ placesTotal: 100 })
    const parents = await Promise.all(Array.from({ length: 12 }, () => busy.signInAs({ roles: ['parent'] })))
    const baskets = await Promise.all(
      parents.map(async (parent) => {
        const studentUuid = await school.addChild('Артём', [parent])
        return filled(parent, { groupUuid: group, studentUuid })
      }),
    )
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const locking = rivals.databaseOf(4).transaction(async (transaction) => {
      await lockGroups(transaction, [group])
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const purchases = parents.map((parent, index) => buy(parent, baskets[index] as (typeof baskets)[number]))
    const profiles = await Promise.all(parents.map((parent) => parent.call('GET /v1/profile')))
    released.resolve()
    await locking
    expect(new Set(profiles.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set((await Promise.all(purchases)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await school.placesOf(group)).toBe(12)
    await busy.close()
  },
  raceTimeoutMs,
)
