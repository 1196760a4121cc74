import { and, eq, sql } from 'drizzle-orm'
import type { PaymentScheme } from '#contract/enumerations.ts'
import { requireRight } from '#server/access/require-right.ts'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { baskets } from '#server/db/schema/contracts.ts'
import { campaigns, enrolments, studyGroups } from '#server/db/schema/programs.ts'
import { type PricingTime, selectPriceOfBuyer } from '#server/enrolment/groups/late-start-price.ts'
import { lockGroups } from '#server/enrolment/groups/places.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { findPurchaseObstacles, throwPurchaseObstacle } from './purchase-obstacles.ts'

type Choice = { groupUuid: string; studentUuid: string; paymentScheme: PaymentScheme }

/**
 * There is one unfinished basket per buyer, student and group. Filling it again replaces the payment scheme and the
 * price, which is how a price change is accepted. Refused if no contract could be created from it.
 */
export async function fillBasket(database: Database, viewer: CallViewer, currentTime: PricingTime, choice: Choice) {
  const { groupUuid: groupId, studentUuid: studentId, paymentScheme } = choice
  return database.transaction(async (transaction) => {
    await requireRight(transaction, viewer, studentId, 'enrols')
    // The lock makes a purchase from the same basket in another tab finish first, so its contract is seen below.
    await lockGroups(transaction, [groupId])
    const { campaignId: campaign, paymentSchemes } = studyGroups
    const price = selectPriceOfBuyer(studyGroups, currentTime)
    const [group] = await transaction
      .select({ campaignId: campaign, paymentSchemes, price })
      .from(studyGroups)
      // Without a join, Drizzle would not qualify the columns of the group in the subquery of the price.
      .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
      .where(eq(studyGroups.id, groupId))
    if (!group) throwProblem('not-found', 'No such group')
    const obstacles = await findPurchaseObstacles(transaction, currentTime, [studentId], [groupId])
    throwPurchaseObstacle(obstacles.get(`${studentId} ${groupId}`))
    if (!group.paymentSchemes.includes(paymentScheme)) throwPurchaseObstacle('scheme-gone')
    const [basket] = await transaction
      .insert(baskets)
      .values({
        campaignId: group.campaignId,
        groupId,
        studentId,
        filledById: viewer.userId,
        paymentScheme,
        price: group.price,
        createdAt: currentTime.now,
      })
      .onConflictDoUpdate({
        target: [baskets.filledById, baskets.studentId, baskets.groupId],
        targetWhere: isUnfinished,
        set: { paymentScheme, price: group.price, createdAt: currentTime.now },
      })
      .returning({ groceryBasketUuid: baskets.id, campaignUuid: baskets.campaignId })
    return basket ?? throwProblem('not-found', 'The basket is gone')
  })
}

const isUnfinished = sql`${baskets.contractId} is null and ${baskets.droppedAt} is null`

/**
 * Drops a basket; repeating it is no error. The basket of an opportunity belongs to its enrolment and cannot be
 * dropped.
 */
export async function dropBasket(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  id: string,
): Promise<void> {
  const isOwn = and(
    eq(baskets.id, id),
    eq(baskets.filledById, viewer.userId),
    sql`${baskets.studentId} in ${visibleStudents(viewer, 'enrols')}`,
  )
  const dropped = await database
    .update(baskets)
    .set({ droppedAt: currentTime.now })
    .where(and(isOwn, isUnfinished))
    .returning({ id: baskets.id })
  if (dropped.length > 0) return
  const [own] = await database.select({ contractId: baskets.contractId }).from(baskets).where(isOwn)
  if (own?.contractId) throwProblem('state-conflict', 'The basket has become a contract')
  if (own) return
  const isEnrolled = and(
    eq(enrolments.opportunityId, baskets.opportunityId),
    sql`${enrolments.studentId} in ${visibleStudents(viewer, 'enrols')}`,
  )
  const enrolled = await database.select().from(baskets).innerJoin(enrolments, isEnrolled).where(eq(baskets.id, id))
  if (enrolled.length > 0) throwProblem('state-conflict', 'The basket is that of an enrolment')
  throwProblem('not-found', 'No such basket, or not yours')
}
