import { and, eq, gt, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PurchaseObstacle } from '#contract/enumerations.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups } from '#server/db/schema/programs.ts'
import { isLive } from '#server/modules/contracts/live.ts'
import { freePlacesOf } from '#server/modules/moves/free-places.ts'
import type { Moment } from '#server/modules/moves/rules.ts'

const present = alias(studyGroups, 'present_groups')

/**
 * What stands against each student's buying each group: nothing is in the map where nothing does. What lies deepest comes
 * first: a place can be waited for, the rest cannot. One statement, however many there are of both.
 */
export async function findObstacles(
  database: Database,
  moment: Moment,
  studentIds: readonly string[],
  groupIds: readonly string[],
): Promise<Map<string, PurchaseObstacle>> {
  if (studentIds.length === 0 || groupIds.length === 0) return new Map()
  const today = dayAt(moment.now, moment.timeZone)
  const obstacle = sql<PurchaseObstacle | null>`case
    when ${hasContract(today)} then 'already-there'
    when not ${isForGrade} then 'grade'
    when not (${isOnSale(today)}) then 'enrolment-closed'
    when ${freePlacesOf(studyGroups)} <= 0 and not ${isHeld(moment.now)} then 'full'
  end`
  const found = await database
    .select({ studentId: users.id, groupId: studyGroups.id, obstacle })
    .from(users)
    .innerJoin(studyGroups, inArray(studyGroups.id, [...groupIds]))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
    .where(inArray(users.id, [...studentIds]))
  return new Map(found.flatMap((each) => (each.obstacle ? [[`${each.studentId} ${each.groupId}`, each.obstacle]] : [])))
}

/** Of a group that the query joins with its campaign: what is free for everyone to buy at all. */
export function isOnSale(today: string): SQL | undefined {
  return and(eq(campaigns.kind, 'year'), gte(campaigns.enrolUntil, today), gte(studyGroups.endsOn, today))
}

/** A course without grades is for everybody, and a student without one has no other. */
const isForGrade = sql`(cardinality(${programs.grades}) = 0 or coalesce(${users.grade} = any(${programs.grades}), false))`

/** By which the student learns the same in the same year, in this group or another that is not over. */
function hasContract(today: string): SQL {
  const isSame = and(
    eq(contracts.studentId, users.id),
    eq(contracts.programId, studyGroups.programId),
    eq(contracts.campaignId, studyGroups.campaignId),
    isLive(contracts),
    or(isNull(present.id), gte(present.endsOn, today)),
  )
  return sql`exists (select 1 from ${contracts} left join ${studyGroups} as ${present} on ${eq(present.id, contracts.groupId)} where ${isSame})`
}

/** A place that is kept for the student is one that can be taken. */
function isHeld(now: Date): SQL {
  const such = and(
    eq(groupQueue.groupId, studyGroups.id),
    eq(groupQueue.studentId, users.id),
    isNull(groupQueue.contractId),
    eq(groupQueue.state, 'held'),
    gt(groupQueue.heldUntil, now),
  )
  return sql`exists (select 1 from ${groupQueue} where ${such})`
}
