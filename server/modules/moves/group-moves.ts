import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { GroupMove } from '#contract/schedule.ts'
import { type Day, dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { groupMoves } from '#server/db/schema/moves.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { spell, spelledList } from '#server/db/spelled.ts'
import { ofFamilies } from '#server/modules/schedule/families.ts'
import { refuse } from '#server/refusal.ts'
import { findChoice } from './choices.ts'
import { type Asker, findContract, refuseObstacle, studentsOf } from './contracts.ts'
import { endWaits, lockForTaking } from './group-queue.ts'
import { takePlace } from './places.ts'
import { priceOfMove } from './prices.ts'
import { type Moment, monthOf, weekOf } from './rules.ts'
import { undoMove } from './undoing.ts'

const left = alias(studyGroups, 'left_groups')
const joined = alias(studyGroups, 'joined_groups')

/** Moves of whoever one may ask for, the newest first. */
export function moveListOf(database: Database) {
  const queryOf = (name: string, students: SQL) =>
    database
      .select(
        spell<GroupMove>({
          uuid: groupMoves.id,
          contractUuid: groupMoves.contractId,
          studentUuid: groupMoves.studentId,
          from: { groupUuid: left.id, title: left.title },
          to: { groupUuid: joined.id, title: joined.title },
          requestedAt: groupMoves.requestedAt,
          effectiveFrom: groupMoves.effectiveFrom,
          state: groupMoves.state,
          withdrawnAt: groupMoves.withdrawnAt,
        }),
      )
      .from(groupMoves)
      .innerJoin(left, eq(left.id, groupMoves.fromGroupId))
      .innerJoin(joined, eq(joined.id, groupMoves.toGroupId))
      .where(sql`${groupMoves.studentId} in ${students}`)
      .orderBy(desc(groupMoves.requestedAt), groupMoves.id)
      .prepare(`moves_${name}`)
  const queries = ofFamilies(queryOf)
  return async ({ family, userId }: Asker) => spelledList<GroupMove>(await queries[family].execute({ userId }))
}

/**
 * Moves a contract from the next lesson week on. The new place is taken at once, and the old one is kept until the move
 * takes effect (`settling.ts`). The unique keys of the moves decide between two tabs, the places between two families.
 */
export async function changeGroup(
  transaction: Database,
  asker: Asker,
  moment: Moment,
  { contractUuid, groupUuid }: { contractUuid: string; groupUuid: string },
) {
  const contract = await findContract(transaction, asker, moment, contractUuid)
  refuseObstacle(contract)
  const choice = await findChoice(transaction, moment, contractUuid, groupUuid)
  const { from: effectiveFrom } = weekOf(choice.firstLesson, moment.timeZone)
  const price = await priceOfMove(transaction, contract, choice, moment.timeZone)
  const move = {
    contractId: contractUuid,
    studentId: contract.studentUuid,
    fromGroupId: contract.groupUuid,
    toGroupId: groupUuid,
    requestedById: asker.userId,
    requestedAt: moment.now,
    month: monthOf(moment),
    effectiveFrom,
    priceChange: price.after - price.now,
  }
  const made = await transaction.insert(groupMoves).values(move).onConflictDoNothing().returning({ id: groupMoves.id })
  if (made.length === 0) refuse('move-refused', 'The contract has just been moved by another request')
  const place = { contractId: contractUuid, groupId: groupUuid, studentId: contract.studentUuid }
  await lockForTaking(transaction, place)
  if (!(await takePlace(transaction, place, moment))) refuse('no-place-left', 'The last place of the group is taken')
  await endWaits(transaction, moment, place)
  await changeMembership(transaction, move)
  return { contractUuid, groupUuid, effectiveFrom }
}

/** Takes a move back while its first day is still ahead; once more is no mistake. */
export async function withdrawMove(database: Database, asker: Asker, moment: Moment, id: string): Promise<void> {
  const today = dayAt(moment.now, moment.timeZone)
  const isOwn = and(eq(groupMoves.id, id), sql`${groupMoves.studentId} in ${studentsOf(asker)}`)
  await database.transaction(async (transaction) => {
    const [move] = await transaction
      .update(groupMoves)
      .set({ state: 'withdrawn', withdrawnAt: moment.now })
      .where(and(isOwn, eq(groupMoves.state, 'coming'), gt(groupMoves.effectiveFrom, today)))
      .returning()
    if (!move) {
      const [other] = await transaction.select({ state: groupMoves.state }).from(groupMoves).where(isOwn)
      if (!other) refuse('not-found', 'No such move, or not yours')
      if (other.state === 'withdrawn') return
      refuse('state-conflict', 'The move has taken effect')
    }
    await undoMove(transaction, move, moment)
  })
}

type Change = { studentId: string; fromGroupId: string; toGroupId: string; effectiveFrom: Day }

async function changeMembership(transaction: Database, { studentId, fromGroupId, toGroupId, effectiveFrom }: Change) {
  await transaction
    .update(groupMemberships)
    // A group that has not begun yet is left on the day it begins.
    .set({ leftOn: sql`greatest(${groupMemberships.joinedOn}, ${effectiveFrom}::date)` })
    .where(
      and(
        eq(groupMemberships.studentId, studentId),
        eq(groupMemberships.groupId, fromGroupId),
        isNull(groupMemberships.leftOn),
      ),
    )
  const added = await transaction
    .insert(groupMemberships)
    .values({ studentId, groupId: toGroupId, joinedOn: effectiveFrom })
    .onConflictDoNothing()
    .returning({ id: groupMemberships.id })
  if (added.length === 0) refuse('move-refused', 'The student has just joined that group by another contract')
}
