import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Offer } from '#contract/learning/schedule.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { baskets } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import {
  campaigns,
  enrolments,
  offers,
  opportunities,
  opportunityGroups,
  studyGroups,
  territories,
} from '#server/db/schema/programs.ts'
import { selectFreePlaces, selectGroupSlots } from '#server/enrolment/groups/group-columns.ts'
import { throwProblem } from '#server/http/http-error.ts'

/** The campaign of an offer token (D-20). */
export async function findCampaignByToken(database: Database, token: string) {
  const [found] = await database
    .select({ campaign: campaigns })
    .from(offers)
    .innerJoin(campaigns, eq(campaigns.id, offers.campaignId))
    .where(eq(offers.token, token))
  return found?.campaign ?? throwProblem('not-found', 'No offer stands behind this token')
}

/** The opportunities of a campaign, and the latest enrolment of the user's students. */
export async function readOffer(database: Database, viewer: CallViewer, token: string): Promise<Offer> {
  const campaign = await findCampaignByToken(database, token)
  const offered = await database
    .select({
      opportunityUuid: opportunities.id,
      title: opportunities.title,
      description: opportunities.description,
      hours: opportunities.hours,
      price: lowestPrice,
      groceryBasketUuid: baskets.id,
      groups: groupsOffered,
    })
    .from(opportunities)
    .leftJoin(baskets, eq(baskets.opportunityId, opportunities.id))
    .where(eq(opportunities.campaignId, campaign.id))
    .orderBy(asc(opportunities.title))
  const [enrolment] = await database
    .select({ opportunityUuid: enrolments.opportunityId, groupUuid: enrolments.groupId })
    .from(enrolments)
    .where(
      and(eq(enrolments.campaignId, campaign.id), sql`${enrolments.studentId} in ${visibleStudents(viewer, 'enrols')}`),
    )
    .orderBy(desc(enrolments.createdAt))
    .limit(1)
  return {
    token,
    campaignUuid: campaign.id,
    title: campaign.title,
    description: campaign.description,
    enrolUntil: campaign.enrolUntil,
    opportunities: offered,
    enrolment: enrolment ?? null,
  }
}

const groupsOffered = groupsOf(
  sql`json_build_object(
    'groupUuid', ${studyGroups.id}, 'title', ${studyGroups.title}, 'startsOn', ${studyGroups.startsOn},
    'slots', ${selectGroupSlots(studyGroups.id)}, 'placesLeft', ${selectFreePlaces(studyGroups)},
    'teacher', ${selectFullName(users)},
    'territory', case when ${territories.id} is null then null else json_build_object('uuid', ${territories.id}, 'title', ${territories.title}) end
  )`,
)

const lowestPrice = sql<number>`(
  select coalesce(min(${studyGroups.price}), 0)
  from ${opportunityGroups} join ${studyGroups} on ${eq(studyGroups.id, opportunityGroups.groupId)}
  where ${eq(opportunityGroups.opportunityId, opportunities.id)}
)`.mapWith(Number)

function groupsOf(group: SQL): SQL<Offer['opportunities'][number]['groups']> {
  return sql`(
    select coalesce(json_agg(${group} order by ${studyGroups.startsOn}, ${studyGroups.title}), '[]')
    from ${opportunityGroups} join ${studyGroups} on ${eq(studyGroups.id, opportunityGroups.groupId)}
      left join ${users} on ${eq(users.id, studyGroups.teacherId)}
      left join ${territories} on ${eq(territories.id, studyGroups.territoryId)}
    where ${eq(opportunityGroups.opportunityId, opportunities.id)}
  )`
}
