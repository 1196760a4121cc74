import { and, eq, sql } from 'drizzle-orm'
import type { OfferStudent } from '#contract/learning/schedule.ts'
import { requireRight } from '#server/access/require-right.ts'
import type { CallViewer } from '#server/access/visible-students.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { baskets } from '#server/db/schema/contracts.ts'
import {
  campaigns,
  enrolments,
  groupMemberships,
  opportunities,
  opportunityGroups,
  studyGroups,
} from '#server/db/schema/programs.ts'
import { lockGroups, takePlace } from '#server/enrolment/groups/places.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { listOfferStudents } from './offer-students.ts'

type Choice = { campaignUuid: string; opportunityUuid: string; groupUuid: string; studentUuid?: string | undefined }

/**
 * Takes a place for a student, once per campaign. A free opportunity is joined at once; a paid one returns the address
 * of its purchase. The unique key of enrolments resolves races between tabs, the conditional update of places those
 * between families.
 */
export async function enrolStudent(
  transaction: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  choice: Choice,
) {
  const offered = await findOffered(transaction, choice)
  const student = await studentOf(transaction, viewer, currentTime, offered.campaign, choice)
  const { groupUuid: groupId, opportunityUuid: opportunityId, campaignUuid: campaignId } = choice
  const { studentUuid: studentId } = student
  const { group, basketId } = offered
  const location = basketId && `/catalog/${group.programId}/purchase?child=${studentId}&basket=${basketId}`
  const [enrolment] = await transaction
    .insert(enrolments)
    .values({ campaignId, opportunityId, groupId, studentId, enrolledById: viewer.userId, createdAt: currentTime.now })
    .onConflictDoNothing()
    .returning({ id: enrolments.id })
  if (!enrolment) throwProblem('enrolment-refused', 'The student has just been enrolled by another request')
  await lockGroups(transaction, [groupId])
  if (!(await takePlace(transaction, { groupId, studentId }, currentTime)))
    throwProblem('no-place-left', 'The last place of the group is taken')
  if (location === null) await join(transaction, currentTime, { studentId, group })
  const data = { collection: 'choices' as const, sourcedId: enrolment.id, studentId, opportunityId, groupId }
  await publishEvents(transaction, currentTime.now, [{ type: 'enrolment.created', data }])
  return { enrolmentUuid: enrolment.id, location }
}

async function findOffered(database: Database, { campaignUuid, opportunityUuid, groupUuid }: Choice) {
  const [offered] = await database
    .select({ campaign: campaigns, group: studyGroups, basketId: baskets.id })
    .from(opportunities)
    .innerJoin(campaigns, eq(campaigns.id, opportunities.campaignId))
    .innerJoin(opportunityGroups, eq(opportunityGroups.opportunityId, opportunities.id))
    .innerJoin(studyGroups, eq(studyGroups.id, opportunityGroups.groupId))
    .leftJoin(baskets, eq(baskets.opportunityId, opportunities.id))
    .where(and(eq(opportunities.id, opportunityUuid), eq(campaigns.id, campaignUuid), eq(studyGroups.id, groupUuid)))
  return offered ?? throwProblem('not-found', 'No such group in an opportunity of this campaign')
}

/** The student named in the request, else the only one who may enrol. */
async function studentOf(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  campaign: typeof campaigns.$inferSelect,
  { opportunityUuid, studentUuid }: Choice,
): Promise<OfferStudent> {
  if (studentUuid !== undefined) await requireRight(database, viewer, studentUuid, 'enrols')
  const students = await listOfferStudents(database, viewer, currentTime, campaign)
  const mayEnrol = ({ opportunities: judged }: OfferStudent) =>
    judged.find((one) => one.opportunityUuid === opportunityUuid)?.rules.every(({ isMet }) => isMet) ?? false
  if (studentUuid !== undefined) {
    const named = students.find((student) => student.studentUuid === studentUuid)
    if (!named) throwProblem('not-found', 'No such student, or not yours')
    return mayEnrol(named) ? named : throwProblem('enrolment-refused', 'A rule of the opportunity is not met')
  }
  const [first, ...others] = students.filter(mayEnrol)
  if (!first) throwProblem('enrolment-refused', 'No student meets the rules of the opportunity')
  if (others.length > 0) throwInvalidValue('studentUuid', 'required', 'Several children may enrol: name one')
  return first
}

async function join(
  transaction: Database,
  { now, timeZone }: CurrentTime,
  { studentId, group }: { studentId: string; group: typeof studyGroups.$inferSelect },
): Promise<void> {
  const today = dayInZone(now, timeZone)
  const joinedOn = sql`greatest(${group.startsOn}::date, ${today}::date)`
  await transaction.insert(groupMemberships).values({ groupId: group.id, studentId, joinedOn }).onConflictDoNothing()
}
