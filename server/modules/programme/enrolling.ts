import { and, eq, sql } from 'drizzle-orm'
import type { OfferStudent } from '#contract/schedule.ts'
import { dayAt } from '#server/days.ts'
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
import type { Asker } from '#server/modules/moves/contracts.ts'
import { takeFreePlace } from '#server/modules/moves/places.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { refuse, refuseValue } from '#server/refusal.ts'
import { listOfferStudents } from './students.ts'

type Choice = { campaignUuid: string; opportunityUuid: string; groupUuid: string; studentUuid?: string | undefined }

/**
 * Takes a place for a student, once a campaign. What is free is joined at once; what costs something leads on to the
 * purchase of its basket. The unique key of the enrolments decides between two tabs, the places between two families.
 */
export async function enrol(transaction: Database, asker: Asker, moment: Moment, choice: Choice) {
  const offered = await findOffered(transaction, choice)
  const student = await studentOf(transaction, asker, moment, offered.campaign, choice)
  const { groupUuid: groupId, opportunityUuid: opportunityId, campaignUuid: campaignId } = choice
  const { studentUuid: studentId } = student
  const { group, basketId } = offered
  const location = basketId && `/catalog/${group.programId}/purchase?child=${studentId}&basket=${basketId}`
  const [enrolment] = await transaction
    .insert(enrolments)
    .values({ campaignId, opportunityId, groupId, studentId, enrolledById: asker.userId, createdAt: moment.now })
    .onConflictDoNothing()
    .returning({ id: enrolments.id })
  if (!enrolment) refuse('enrolment-refused', 'The student has just been enrolled by another request')
  if (!(await takeFreePlace(transaction, groupId))) refuse('no-place-left', 'The last place of the group is taken')
  if (location === null) await join(transaction, moment, { studentId, group })
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
  return offered ?? refuse('not-found', 'No such group in an opportunity of this campaign')
}

/** The one named, else the only one who may enrol. */
async function studentOf(
  database: Database,
  asker: Asker,
  moment: Moment,
  campaign: typeof campaigns.$inferSelect,
  { opportunityUuid, studentUuid }: Choice,
): Promise<OfferStudent> {
  const students = await listOfferStudents(database, asker, moment, campaign)
  const mayEnrol = ({ opportunities: judged }: OfferStudent) =>
    judged.find((one) => one.opportunityUuid === opportunityUuid)?.rules.every(({ isMet }) => isMet) ?? false
  if (studentUuid !== undefined) {
    const named = students.find((student) => student.studentUuid === studentUuid)
    if (!named) refuse('not-found', 'No such student, or not yours')
    return mayEnrol(named) ? named : refuse('enrolment-refused', 'A rule of the opportunity is not met')
  }
  const [first, ...others] = students.filter(mayEnrol)
  if (!first) refuse('enrolment-refused', 'Nobody meets the rules of the opportunity')
  if (others.length > 0) refuseValue('studentUuid', 'required', 'Several children may enrol: name one')
  return first
}

async function join(
  transaction: Database,
  { now, timeZone }: Moment,
  { studentId, group }: { studentId: string; group: typeof studyGroups.$inferSelect },
): Promise<void> {
  const today = dayAt(now, timeZone)
  const joinedOn = sql`greatest(${group.startsOn}::date, ${today}::date)`
  await transaction.insert(groupMemberships).values({ groupId: group.id, studentId, joinedOn }).onConflictDoNothing()
}
