import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Basket } from '#contract/catalog.ts'
import type { Database } from '#server/db/client.ts'
import { baskets, contracts, payments } from '#server/db/schema/contracts.ts'
import { campaigns, programs, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { concludeContracts } from '#server/modules/contracts/concluding.ts'
import type { PlannedInstalment } from '#server/modules/contracts/instalments.ts'
import type { Asker } from '#server/modules/moves/contracts.ts'
import { takePlace } from '#server/modules/moves/places.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { refuse, refuseValue } from '#server/refusal.ts'
import { type FoundBasket, findBasket } from './baskets.ts'
import { endWaits, lockForBuying } from './course-queue.ts'
import { refuseObstacle } from './refusals.ts'
import { tellOfContract } from './telling.ts'

type Asked = { groceryBasketUuid: string; campaignUuid: string; studentUuid?: string | undefined }

/**
 * Turns a basket into a contract, at most once: whoever asks again is told which. Everything that a contract is comes with
 * it or not at all: the place, the number, the payments. The student's and the groups' rows are held meanwhile, so that
 * two guardians who buy at once, and two families who want the last place, are one after the other.
 */
export async function createContract(transaction: Database, asker: Asker, moment: Moment, asked: Asked) {
  const which = { basketId: asked.groceryBasketUuid, studentId: asked.studentUuid }
  const { basket: seen } = await findBasket(transaction, asker, moment, which)
  if (seen.campaignUuid !== asked.campaignUuid)
    refuseValue('campaignUuid', 'another', 'The basket is of another campaign')
  const place = { groupId: seen.group.groupUuid, studentId: seen.student.uuid }
  if (seen.contractUuid === null) await lockForBuying(transaction, place)
  const found = await findBasket(transaction, asker, moment, { ...which, studentId: place.studentId })
  const contractUuid = found.basket.contractUuid ?? (await makeContract(transaction, asker, moment, found))
  return { contractUuid, location: `/contracts-and-payments/${contractUuid}` }
}

async function makeContract(transaction: Database, asker: Asker, moment: Moment, found: FoundBasket): Promise<string> {
  const { basket, enrolmentId, lines } = found
  refuseObstacle(basket.obstacle)
  if (basket.price.agreed !== basket.price.now) refuse('price-changed', 'The group costs something else by now')
  const place = { groupId: basket.group.groupUuid, studentId: basket.student.uuid }
  if (enrolmentId === null) {
    if (!(await takePlace(transaction, place, moment))) refuse('no-place-left', 'The last place of the group is taken')
    await endWaits(transaction, moment, place)
  }
  const { id, number } = await addContract(transaction, asker, moment, found)
  await addPayments(transaction, id, lines)
  if (enrolmentId === null) await claimBasket(transaction, basket, id)
  if (lines.length === 0) await concludeContracts(transaction, [id], moment)
  await tellOfContract(transaction, moment, { asker, basket, number })
  return id
}

/** Somebody may have dropped it in this very moment. */
async function claimBasket(transaction: Database, { groceryBasketUuid }: Basket, contractId: string): Promise<void> {
  const isUnfinished = and(eq(baskets.id, groceryBasketUuid), isNull(baskets.contractId), isNull(baskets.droppedAt))
  const claimed = await transaction
    .update(baskets)
    .set({ contractId })
    .where(isUnfinished)
    .returning({ id: baskets.id })
  if (claimed.length === 0) refuse('not-found', 'The basket has just been given up')
}

/** The unique keys of contracts have the last word: one of a student for a group, and one of an enrolment. */
async function addContract(
  transaction: Database,
  asker: Asker,
  { now }: Moment,
  { basket: { group, student, plan, price }, enrolmentId }: FoundBasket,
) {
  const [terms] = await transaction
    .select({
      campaignId: campaigns.id,
      programId: programs.id,
      territoryId: studyGroups.territoryId,
      schoolYear: campaigns.schoolYear,
      subject: subjects.title,
    })
    .from(studyGroups)
    .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .where(eq(studyGroups.id, group.groupUuid))
  if (!terms) throw new Error('A basket of no group')
  const { schoolYear, subject, ...of } = terms
  const contract = {
    ...of,
    status: 'Open',
    studentId: student.uuid,
    customerId: asker.userId,
    groupId: group.groupUuid,
    format: group.format,
    enrolmentId,
    paymentScheme: plan.paymentScheme,
    total: price.now,
    createdAt: now,
  } as const
  for (;;) {
    const number = `${schoolYear.slice(2, 4)}-${subject.slice(0, 3).toUpperCase()}-${eightDigits()}`
    const [made] = await transaction
      .insert(contracts)
      .values({ ...contract, number })
      .onConflictDoNothing()
      .returning({ id: contracts.id, number: contracts.number })
    if (made) return made
    const isTaken = (await transaction.$count(contracts, eq(contracts.number, number))) > 0
    if (!isTaken) refuse('purchase-refused', 'The student has a contract for this group already')
  }
}

function eightDigits(): string {
  return String(randomInt(100_000_000)).padStart(8, '0')
}

/** What a bank or a fund pays takes its time from the beginning. */
async function addPayments(transaction: Database, contractId: string, lines: readonly PlannedInstalment[]) {
  if (lines.length === 0) return
  const rows = lines.map(({ isSlow, ...line }, index) => {
    const status = isSlow ? ('DeferredPayment' as const) : ('Open' as const)
    return { ...line, contractId, position: index + 1, status }
  })
  await transaction.insert(payments).values(rows)
}
