import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { rolesOfGroup } from '#contract/roles.ts'
import { schoolNews } from '#server/db/schema/content.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { type ConsentQuestion, isConsentGiven } from './consents.ts'
import { ofLearning } from './guardian-rights.ts'
import { isMember, isRunning, peopleOfGroups } from './people-of-groups.ts'
import { isTaughtOrCuratedBy } from './taught-lessons.ts'
import { canSignIn } from './user-status.ts'
import { visibleStudents } from './visible-students.ts'

type Audience = Pick<typeof schoolNews.$inferSelect, 'audience' | 'roleGroup' | 'territoryId' | 'programId' | 'groupId'>

/**
 * Ids of the people whom a news item is for, as a subquery for `in`; null for everyone. Of a group, also as one of a
 * territory or course: the people of `peopleOfGroups`.
 */
function peopleOfAudience({ roleGroup, territoryId, programId, groupId }: Audience, today: Day): SQL | null {
  if (roleGroup !== null) {
    const names = sql.join(
      rolesOfGroup[roleGroup].map((role) => sql`${role}`),
      sql`, `,
    )
    return sql`(select ${userRoles.userId} from ${userRoles} where ${userRoles.role} in (${names}))`
  }
  if (groupId !== null) return peopleOfGroups({ kind: 'group', id: groupId }, { today, needed: ofLearning })
  if (programId !== null) return peopleOfGroups({ kind: 'course', id: programId }, { today, needed: ofLearning })
  return territoryId === null
    ? null
    : peopleOfGroups({ kind: 'territory', id: territoryId }, { today, needed: ofLearning })
}

export type NewsTime = {
  today: Day
  /** The texts that ask for consents now. */
  texts: readonly ConsentQuestion[]
}

/**
 * Whether a user is notified of a news item: one of its people with an account that is not locked; of advertising, only with
 * the consent to it.
 */
export function isNotifiedOfNews(
  { isAdvertising, ...audience }: Audience & { isAdvertising: boolean },
  { today, texts }: NewsTime,
): SQL | undefined {
  const people = peopleOfAudience(audience, today)
  const isOfAudience = people === null ? undefined : sql`${users.id} in ${people}`
  const hasConsent = isAdvertising ? consentsToMarketing({ today, texts }) : undefined
  return and(canSignIn, isNull(users.joinedInto), isOfAudience, hasConsent)
}

/** Condition on `users`: the consent to advertising is in force. */
export function consentsToMarketing({ today, texts }: NewsTime): SQL {
  const marketing = texts.find(({ purpose }) => purpose === 'marketing')
  return marketing ? isConsentGiven(users.id, marketing, today) : sql`false`
}

/**
 * Whether a published news item is for the user. The same people as those of `peopleOfAudience`, and guardians who see the
 * learning without being notified of it.
 */
export function isNewsFor(userId: string, { now, today }: { now: Date; today: Day }): SQL<boolean> {
  const students = visibleStudents({ roleGroup: 'all', userId }, 'seesLearning')
  const groups = sql`(
    select ${studyGroups.id} from ${groupMemberships} join ${studyGroups} on ${studyGroups.id} = ${groupMemberships.groupId}
    where ${groupMemberships.studentId} in ${students} and ${isMember(today)} and ${isRunning(today)}
    union select ${studyGroups.id} from ${studyGroups} where ${isTaughtOrCuratedBy(userId)} and ${isRunning(today)}
  )`
  const ofGroups = (column: SQL) =>
    sql`(select ${column} from ${studyGroups} where ${studyGroups.id} in ${groups} and ${column} is not null)`
  const heldGroups = sql`(select case ${sql.join(
    Object.entries(rolesOfGroup).map(
      ([group, names]) =>
        sql`when ${userRoles.role} in (${sql.join(
          names.map((name) => sql`${name}`),
          sql`, `,
        )}) then ${group}::text`,
    ),
    sql` `,
  )} end from ${userRoles} where ${userRoles.userId} = ${userId})`
  return sql`(
    ${schoolNews.withdrawnAt} is null and ${schoolNews.publishAt} <= ${now.toISOString()}::timestamptz
    and case ${schoolNews.audience}
      when 'everyone' then true
      when 'role' then ${schoolNews.roleGroup} in ${heldGroups}
      when 'territory' then ${schoolNews.territoryId} in ${ofGroups(sql`${studyGroups.territoryId}`)}
      when 'course' then ${schoolNews.programId} in ${ofGroups(sql`${studyGroups.programId}`)}
      else ${schoolNews.groupId} in ${groups}
    end
  )`
}
