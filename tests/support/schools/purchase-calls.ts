import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Basket, CourseWaitingList } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { PaymentScheme } from '#contract/enumerations.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { enrolments, studyGroups } from '#server/db/schema/programs.ts'
import { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import { isActiveContract } from '#server/enrolment/contracts/contract-status.ts'
import type { Person, TestApp } from '#tests/support/server/app.ts'

type Filled = { groceryBasketUuid: string; campaignUuid: string }

/** The calls of families about purchases. */
export function purchaseCalls() {
  const once = () => ({ 'idempotency-key': randomUUID() })
  const fill = (
    person: Person,
    {
      groupUuid,
      studentUuid,
      scheme = 'OnePayment',
    }: { groupUuid: string; studentUuid: string; scheme?: PaymentScheme },
  ) => person.call('POST /v1/catalog/basket', { body: { groupUuid, studentUuid, paymentScheme: scheme } })
  const buy = (person: Person, body: Filled & { studentUuid?: string; textHash?: string }, headers = once()) =>
    person.call('POST /v1/profile/contract/create-by-grocery-basket', { body, headers })
  return {
    fill,
    buy,
    filled: async (...asked: Parameters<typeof fill>) => (await fill(...asked)).json<Filled>(),
    read: (person: Person, uuid: string) => person.call(`GET /v1/catalog/basket/${uuid}`),
    drop: (person: Person, uuid: string) => person.call(`DELETE /v1/catalog/basket/${uuid}`),
    basketsOf: async (person: Person) => (await person.call('GET /v1/catalog/basket/list')).json<Basket[]>(),
    contractsOf: async (person: Person) => (await person.call('GET /v1/profile/contract/list')).json<Contract[]>(),
    join: (person: Person, groupUuid: string, studentUuid: string) =>
      person.call('POST /v1/catalog/waiting-list/join', { body: { groupUuid, studentUuid }, headers: once() }),
    leave: (person: Person, uuid: string) => person.call(`DELETE /v1/catalog/waiting-list/${uuid}`),
    linesOf: async (person: Person) =>
      (await person.call('GET /v1/catalog/waiting-list/list')).json<CourseWaitingList[]>(),
  }
}

/**
 * Groups whose taken places do not match their contracts, enrolments without a contract, pending transfers and holds;
 * and groups with free places that are not offered to their waiting list.
 */
export async function wrongPlaces({ opened: { database } }: TestApp, groups: readonly string[]): Promise<unknown[]> {
  const live = ['waiting', 'held'] as const
  const checked = groups.map(async (groupId) => {
    const [group] = await database.select().from(studyGroups).where(eq(studyGroups.id, groupId))
    const isOfGroup = and(eq(contracts.groupId, groupId), isActiveContract(contracts))
    const hasNone = sql`not exists (select 1 from ${contracts} where ${contracts.enrolmentId} = ${enrolments.id})`
    const isComing = and(eq(transfers.toGroupId, groupId), eq(transfers.state, 'coming'))
    const owned = [
      await database.$count(contracts, isOfGroup),
      await database.$count(enrolments, and(eq(enrolments.groupId, groupId), hasNone)),
      await database.$count(transfers, isComing),
      await database.$count(
        waitingListEntries,
        and(eq(waitingListEntries.groupId, groupId), eq(waitingListEntries.state, 'held')),
      ),
    ].reduce((sum, some) => sum + some)
    const inLine = await database
      .select({ state: waitingListEntries.state })
      .from(waitingListEntries)
      .where(and(eq(waitingListEntries.groupId, groupId), inArray(waitingListEntries.state, live)))
    const waiting = inLine.filter(({ state }) => state === 'waiting').length
    const isOffered = waiting === 0 || group?.placesTaken === group?.placesTotal
    return { groupId, placesTaken: group?.placesTaken, owned, isOffered }
  })
  return (await Promise.all(checked)).filter((each) => each.placesTaken !== each.owned || !each.isOffered)
}
