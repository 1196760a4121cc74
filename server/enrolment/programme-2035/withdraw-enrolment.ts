import { and, eq, exists, isNull, not, sql } from 'drizzle-orm'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { enrolments, groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { lockGroups, offerPlaceToNext } from '#server/enrolment/groups/places.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { lastWithdrawalDay } from './rules.ts'

/**
 * Withdraws an enrolment before its group starts: the student leaves the group and the place is passed on. The lock of
 * the group, which a purchase holds too, keeps a contract from being made meanwhile. 404 for those of other people, 409
 * after the start of the group or if there is a contract.
 */
export async function withdrawEnrolment(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  id: string,
): Promise<void> {
  const { now, timeZone } = currentTime
  const isOwn = and(eq(enrolments.id, id), sql`${enrolments.studentId} in ${visibleStudents(viewer, 'enrols')}`)
  const contract = database.select().from(contracts).where(eq(contracts.enrolmentId, enrolments.id))
  await database.transaction(async (transaction) => {
    const [found] = await transaction
      .select({ groupId: enrolments.groupId, startsOn: studyGroups.startsOn })
      .from(enrolments)
      .innerJoin(studyGroups, eq(studyGroups.id, enrolments.groupId))
      .where(isOwn)
    if (!found) throwProblem('not-found', 'No such enrolment, or not yours')
    const { groupId, startsOn } = found
    if (lastWithdrawalDay({ startsOn, hasContract: false, today: dayInZone(now, timeZone) }) === null)
      throwProblem('state-conflict', 'The group has started')
    await lockGroups(transaction, [groupId])
    const [withdrawn] = await transaction
      .delete(enrolments)
      .where(and(isOwn, not(exists(contract))))
      .returning()
    if (!withdrawn) throwProblem('state-conflict', 'The enrolment has a contract, or has just been withdrawn')
    const { studentId, opportunityId } = withdrawn
    await transaction
      .delete(groupMemberships)
      .where(
        and(
          eq(groupMemberships.groupId, groupId),
          eq(groupMemberships.studentId, studentId),
          isNull(groupMemberships.leftOn),
        ),
      )
    await offerPlaceToNext(transaction, groupId, currentTime)
    const data = { collection: 'choices' as const, sourcedId: id, studentId, opportunityId, groupId }
    await publishEvents(transaction, now, [{ type: 'enrolment.withdrawn', data }])
  })
}
