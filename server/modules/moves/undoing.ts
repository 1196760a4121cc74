import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { groupMoves } from '#server/db/schema/moves.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { noticePlaceOf, queueMessage } from '#server/delivery/queue.ts'
import { lockGroups, passPlaceOn } from './places.ts'
import type { Moment, StatusObstacle } from './rules.ts'

type Move = typeof groupMoves.$inferSelect

const students = alias(users, 'students')

/** As if it had not been asked for: the student is in the old group still, and the new place goes to the next. */
export async function undoMove(transaction: Database, move: Move, moment: Moment): Promise<void> {
  await restoreMembership(transaction, move)
  await lockGroups(transaction, [move.toGroupId])
  await passPlaceOn(transaction, move.toGroupId, moment)
}

/** A move that may not take effect on its day is taken back, and who asked for it is told why. */
export async function callOff(transaction: Database, move: Move, why: StatusObstacle, moment: Moment): Promise<void> {
  const { now } = moment
  const isMove = eq(groupMoves.id, move.id)
  await transaction.update(groupMoves).set({ state: 'withdrawn', withdrawnAt: now }).where(isMove)
  await undoMove(transaction, move, moment)
  const [asked] = await transaction
    .select({
      email: users.email,
      phone: users.phone,
      language: users.language,
      group: studyGroups.title,
      student: students.firstName,
    })
    .from(groupMoves)
    .innerJoin(studyGroups, eq(studyGroups.id, groupMoves.toGroupId))
    .innerJoin(students, eq(students.id, groupMoves.studentId))
    .innerJoin(users, eq(users.id, groupMoves.requestedById))
    .where(isMove)
  const to = asked && noticePlaceOf(asked)
  if (!to) return
  const { group, student } = asked
  const language = asked.language ?? 'ru'
  await queueMessage(transaction, { to, language, now, kind: 'group-move-called-off', values: { group, student, why } })
}

async function restoreMembership(transaction: Database, { studentId, fromGroupId, toGroupId }: Move): Promise<void> {
  const isOf = (groupId: string) =>
    and(eq(groupMemberships.studentId, studentId), eq(groupMemberships.groupId, groupId))
  await transaction.delete(groupMemberships).where(and(isOf(toGroupId), isNull(groupMemberships.leftOn)))
  const latest = transaction
    .select({ id: groupMemberships.id })
    .from(groupMemberships)
    .where(and(isOf(fromGroupId), isNotNull(groupMemberships.leftOn)))
    .orderBy(desc(groupMemberships.joinedOn))
    .limit(1)
  await transaction
    .update(groupMemberships)
    .set({ leftOn: null })
    .where(eq(groupMemberships.id, sql`(${latest})`))
}
