import { and, eq, gt, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PurchaseObstacle } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, enrolments, programs, studyGroups } from '#server/db/schema/programs.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { isActiveContract } from '#server/enrolment/contracts/contract-status.ts'
import { isForGrade, isOnSale, selectFreePlaces } from '#server/enrolment/groups/group-columns.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

const present = alias(studyGroups, 'present_groups')

/**
 * The obstacle for each student and group, by `<studentId> <groupId>`; pairs without one are absent. Permanent
 * obstacles come before a full group, which has a waiting list. One statement for any number of pairs.
 */
export async function findPurchaseObstacles(
  database: Database,
  currentTime: CurrentTime,
  studentIds: readonly string[],
  groupIds: readonly string[],
): Promise<Map<string, PurchaseObstacle>> {
  if (studentIds.length === 0 || groupIds.length === 0) return new Map()
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const held = isHeld(currentTime.now)
  const obstacle = sql<PurchaseObstacle | null>`case
    when ${hasContract(today)} then 'already-there'
    when not ${isForGrade(users.grade)} then 'grade'
    when not (${isOnSale(today)} or (${held} and ${gte(studyGroups.endsOn, today)})) then 'enrolment-closed'
    when ${selectFreePlaces(studyGroups)} <= 0 and not ${held} and not ${isEnrolled} then 'full'
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

/** Whether the student has an active contract for the same program and campaign, in a group that is not over. */
function hasContract(today: string): SQL {
  const isSame = and(
    eq(contracts.studentId, users.id),
    eq(contracts.programId, studyGroups.programId),
    eq(contracts.campaignId, studyGroups.campaignId),
    isActiveContract(contracts),
    or(isNull(present.id), gte(present.endsOn, today)),
  )
  return sql`exists (select 1 from ${contracts} left join ${studyGroups} as ${present} on ${eq(present.id, contracts.groupId)} where ${isSame})`
}

/** A place held for the student can be taken until the hold ends, also after the last day of enrolment. */
function isHeld(now: Date): SQL {
  const condition = and(
    eq(waitingListEntries.groupId, studyGroups.id),
    eq(waitingListEntries.studentId, users.id),
    isNull(waitingListEntries.contractId),
    eq(waitingListEntries.state, 'held'),
    gt(waitingListEntries.heldUntil, now),
  )
  return sql`exists (select 1 from ${waitingListEntries} where ${condition})`
}

/** A place by an enrolment in the 2035 programme is not an obstacle either. */
const isEnrolled = sql`exists (select 1 from ${enrolments} where ${and(eq(enrolments.groupId, studyGroups.id), eq(enrolments.studentId, users.id))})`

/** A full group has its own problem type, because the student can join its waiting list. */
export function throwPurchaseObstacle(obstacle: PurchaseObstacle | null | undefined): void {
  if (obstacle === 'full') throwProblem('no-place-left', 'The group is full')
  if (obstacle) throwProblem('purchase-refused', `The group cannot be bought for this student: ${obstacle}`)
}
