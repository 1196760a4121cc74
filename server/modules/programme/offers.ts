import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Offer } from '#contract/schedule.ts'
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
import { slotsOf } from '#server/modules/moves/choices.ts'
import { type Asker, studentsOf } from '#server/modules/moves/contracts.ts'
import { fullNameOf } from '#server/modules/schedule/schedule-items.ts'
import { refuse } from '#server/refusal.ts'

/** The campaign that a token stands for (D-20). */
export async function findCampaign(database: Database, token: string) {
  const [found] = await database
    .select({ campaign: campaigns })
    .from(offers)
    .innerJoin(campaigns, eq(campaigns.id, offers.campaignId))
    .where(eq(offers.token, token))
  return found?.campaign ?? refuse('not-found', 'No offer stands behind this token')
}

/** What a campaign offers, and what the person, or one of the children, has chosen of it. */
export async function readOffer(database: Database, asker: Asker, token: string): Promise<Offer> {
  const campaign = await findCampaign(database, token)
  const offered = await database
    .select({
      opportunityUuid: opportunities.id,
      title: opportunities.title,
      description: opportunities.description,
      hours: opportunities.hours,
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
    .where(and(eq(enrolments.campaignId, campaign.id), sql`${enrolments.studentId} in ${studentsOf(asker)}`))
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
    'slots', ${slotsOf(studyGroups.id)}, 'placesLeft', ${studyGroups.placesTotal} - ${studyGroups.placesTaken},
    'teacher', ${fullNameOf(users)},
    'territory', case when ${territories.id} is null then null else json_build_object('uuid', ${territories.id}, 'title', ${territories.title}) end
  )`,
)

function groupsOf(group: SQL): SQL<Offer['opportunities'][number]['groups']> {
  return sql`(
    select coalesce(json_agg(${group} order by ${studyGroups.startsOn}, ${studyGroups.title}), '[]')
    from ${opportunityGroups} join ${studyGroups} on ${eq(studyGroups.id, opportunityGroups.groupId)}
      left join ${users} on ${eq(users.id, studyGroups.teacherId)}
      left join ${territories} on ${eq(territories.id, studyGroups.territoryId)}
    where ${eq(opportunityGroups.opportunityId, opportunities.id)}
  )`
}
