import { and, asc, eq, sql } from 'drizzle-orm'
import type { Branch } from '#contract/enumerations.ts'
import type { OfferStudent } from '#contract/learning/schedule.ts'
import { byName } from '#server/access/user-columns.ts'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { baskets, contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, enrolments, opportunities, opportunityGroups, studyGroups } from '#server/db/schema/programs.ts'
import { isActiveContract } from '#server/enrolment/contracts/contract-status.ts'
import { findScheduleConflicts, toScheduleConflicts } from '#server/enrolment/groups/schedule-conflicts.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { enrolmentExpiryDay, evaluateEnrolmentRules, lastWithdrawalDay } from './rules.ts'

type Campaign = typeof campaigns.$inferSelect

/** The user's students with the rules of each opportunity and their enrolment. */
export async function listOfferStudents(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  campaign: Campaign,
): Promise<OfferStudent[]> {
  const offered = await database
    .select({ id: opportunities.id, grades: opportunities.grades, isForOwn: opportunities.isForOwn })
    .from(opportunities)
    .where(eq(opportunities.campaignId, campaign.id))
    .orderBy(asc(opportunities.title))
  const groups = await findOfferedGroups(database, campaign)
  const students = await findStudents(database, viewer, campaign)
  const candidates = students
    .filter(({ enrolment }) => enrolment === null)
    .flatMap(({ studentUuid }) => groups.map(({ groupUuid }) => ({ studentUuid, groupUuid })))
  const conflictsOf = await findScheduleConflicts(database, viewer, currentTime, candidates)
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  return students.map(({ enrolment, startsOn, onwards, ...student }) => ({
    ...student,
    opportunities: offered.map(({ id, ...opportunity }) => ({
      opportunityUuid: id,
      rules: evaluateEnrolmentRules({
        opportunity,
        student: { grade: student.grade, studiesHere: student.branch !== null, isEnrolled: enrolment !== null },
        enrolUntil: campaign.enrolUntil,
        today,
      }),
      groups: groups
        .filter(({ opportunityUuid }) => opportunityUuid === id)
        .map(({ groupUuid }) => ({
          groupUuid,
          conflicts: toScheduleConflicts(conflictsOf({ studentUuid: student.studentUuid, groupUuid })),
        })),
    })),
    enrolment: enrolment && {
      enrolmentUuid: enrolment.id,
      opportunityUuid: enrolment.opportunityId,
      groupUuid: enrolment.groupId,
      enrolledAt: enrolment.createdAt.toISOString(),
      ...onwards,
      keptUntil:
        onwards.groceryBasketUuid !== null && onwards.contractUuid === null
          ? enrolmentExpiryDay(dayInZone(enrolment.createdAt, currentTime.timeZone))
          : null,
      withdrawUntil: lastWithdrawalDay({ startsOn, hasContract: onwards.contractUuid !== null, today }),
    },
  }))
}

function findOfferedGroups(database: Database, campaign: Campaign) {
  return database
    .select({ opportunityUuid: opportunityGroups.opportunityId, groupUuid: opportunityGroups.groupId })
    .from(opportunityGroups)
    .innerJoin(opportunities, eq(opportunities.id, opportunityGroups.opportunityId))
    .where(eq(opportunities.campaignId, campaign.id))
    .orderBy(asc(opportunityGroups.groupId))
}

function findStudents(database: Database, viewer: CallViewer, campaign: Campaign) {
  const ownContract = and(
    eq(contracts.studentId, users.id),
    isActiveContract(contracts),
    eq(campaigns.kind, 'year'),
    eq(campaigns.schoolYear, campaign.schoolYear),
  )
  return database
    .select({
      studentUuid: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      grade: users.grade,
      branch: sql<Branch | null>`(select min(${campaigns.branch}) from ${contracts} join ${campaigns} on ${eq(campaigns.id, contracts.campaignId)} where ${ownContract})`,
      enrolment: enrolments,
      startsOn: sql<string>`${studyGroups.startsOn}`,
      onwards: {
        courseUuid: sql<string>`${studyGroups.programId}`,
        groceryBasketUuid: sql<string | null>`${baskets.id}`,
        contractUuid: sql<string | null>`${contracts.id}`,
      },
    })
    .from(users)
    .leftJoin(enrolments, and(eq(enrolments.studentId, users.id), eq(enrolments.campaignId, campaign.id)))
    .leftJoin(studyGroups, eq(studyGroups.id, enrolments.groupId))
    .leftJoin(baskets, eq(baskets.opportunityId, enrolments.opportunityId))
    .leftJoin(contracts, eq(contracts.enrolmentId, enrolments.id))
    .where(sql`${users.id} in ${visibleStudents(viewer, 'enrols')}`)
    .orderBy(...byName)
}
