import { and, eq, sql } from 'drizzle-orm'
import type { PaymentScheme } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { baskets } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { enrolments, studyGroups } from '#server/db/schema/programs.ts'
import { findObstacles } from '#server/modules/catalog/obstacles.ts'
import { type Asker, studentsOf } from '#server/modules/moves/contracts.ts'
import { lockGroups } from '#server/modules/moves/places.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { refuse } from '#server/refusal.ts'
import { refuseObstacle } from './rules.ts'

type Choice = { groupUuid: string; studentUuid: string; paymentScheme: PaymentScheme }

/**
 * One unfinished basket for each buyer, student and group: filled again it takes the new scheme and today's price, which
 * is how a changed one is agreed to. Refused at once where no contract could come of it.
 */
export async function fillBasket(database: Database, asker: Asker, moment: Moment, choice: Choice) {
  const { groupUuid: groupId, studentUuid: studentId, paymentScheme } = choice
  return database.transaction(async (transaction) => {
    await refuseStranger(transaction, asker, studentId)
    // Whoever is buying from this basket in another tab does so before, and is then found to be there.
    await lockGroups(transaction, [groupId])
    const [group] = await transaction.select().from(studyGroups).where(eq(studyGroups.id, groupId))
    if (!group) refuse('not-found', 'No such group')
    const obstacles = await findObstacles(transaction, moment, [studentId], [groupId])
    refuseObstacle(obstacles.get(`${studentId} ${groupId}`))
    if (!group.paymentSchemes.includes(paymentScheme)) refuseObstacle('scheme-gone')
    const { price, campaignId } = group
    const [basket] = await transaction
      .insert(baskets)
      .values({ campaignId, groupId, studentId, filledById: asker.userId, paymentScheme, price, createdAt: moment.now })
      .onConflictDoUpdate({
        target: [baskets.filledById, baskets.studentId, baskets.groupId],
        targetWhere: isUnfinished,
        set: { paymentScheme, price, createdAt: moment.now },
      })
      .returning({ groceryBasketUuid: baskets.id, campaignUuid: baskets.campaignId })
    return basket ?? refuse('not-found', 'The basket is gone')
  })
}

const isUnfinished = sql`${baskets.contractId} is null and ${baskets.droppedAt} is null`

/** Gives a purchase up; once more is no mistake. The basket of an opportunity belongs to its enrolment and stays. */
export async function dropBasket(database: Database, asker: Asker, moment: Moment, id: string): Promise<void> {
  const isOwn = and(
    eq(baskets.id, id),
    eq(baskets.filledById, asker.userId),
    sql`${baskets.studentId} in ${studentsOf(asker)}`,
  )
  const dropped = await database
    .update(baskets)
    .set({ droppedAt: moment.now })
    .where(and(isOwn, isUnfinished))
    .returning({ id: baskets.id })
  if (dropped.length > 0) return
  const [own] = await database.select({ contractId: baskets.contractId }).from(baskets).where(isOwn)
  if (own?.contractId) refuse('state-conflict', 'The basket has become a contract')
  if (own) return
  const isEnrolled = and(
    eq(enrolments.opportunityId, baskets.opportunityId),
    sql`${enrolments.studentId} in ${studentsOf(asker)}`,
  )
  const enrolled = await database.select().from(baskets).innerJoin(enrolments, isEnrolled).where(eq(baskets.id, id))
  if (enrolled.length > 0) refuse('state-conflict', 'The basket is that of an enrolment')
  refuse('not-found', 'No such basket, or not yours')
}

/** 404 for a student who is neither one's child nor oneself (D-8). */
export async function refuseStranger(database: Database, asker: Asker, studentId: string): Promise<void> {
  const isOwn = and(eq(users.id, studentId), sql`${users.id} in ${studentsOf(asker)}`)
  if ((await database.$count(users, isOwn)) === 0) refuse('not-found', 'No such student, or not yours')
}
