import { and, eq, inArray, isNotNull, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Branch, branches } from '#contract/enumerations.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, programs, studyGroups } from '#server/db/schema/programs.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { type Day, dayInZone } from '#server/time/calendar-days.ts'

/** `branches`: in which of them families may write to teachers. */
export type RecipientRules = { today: Day | Placeholder; branches: readonly Branch[] }

type Settings = {
  env: {
    TIME_ZONE: string
    SCHOOL: { messages?: { teachers?: boolean | readonly Branch[] | undefined } | undefined }
  }
  clock: () => Date
}

/** The rules of the present day. */
export function recipientRules(settings: Settings): RecipientRules & { today: Day } {
  return { today: dayInZone(settings.clock(), settings.env.TIME_ZONE), branches: writableBranches(settings) }
}

/** Of whose courses the school lets families write to teachers. */
export function writableBranches({ env }: Pick<Settings, 'env'>): readonly Branch[] {
  const allowed = env.SCHOOL.messages?.teachers ?? false
  return allowed === true ? branches : allowed === false ? [] : allowed
}

/**
 * Condition on `group_memberships` joined with its group, program and teacher (`users`): the student studies with the
 * teacher now, and the teacher has an account that works.
 */
export function mayBeWrittenTo({ today, branches }: RecipientRules): SQL | undefined {
  return and(
    sql`(${groupMemberships.leftOn} is null or ${groupMemberships.leftOn} > ${today}::date)`,
    sql`${studyGroups.endsOn} >= ${today}::date`,
    branches.length === 0 ? sql`false` : inArray(programs.branch, [...branches]),
    isNotNull(users.subject),
    isNull(users.lockedAt),
    isNull(users.joinedInto),
  )
}

/**
 * Condition on `tickets`: the teacher to whom it was addressed still teaches its student. Otherwise the office of its topic
 * has it, as one that was never addressed.
 */
export function isAddressed(rules: RecipientRules): SQL<boolean> {
  // Most tickets are addressed to no teacher: for them the groups are not read.
  return sql<boolean>`(${tickets.recipientId} is not null and exists (
    select from ${groupMemberships}
    join ${studyGroups} on ${studyGroups.id} = ${groupMemberships.groupId}
    join ${programs} on ${programs.id} = ${studyGroups.programId}
    join ${users} on ${users.id} = ${studyGroups.teacherId}
    where ${and(
      sql`${groupMemberships.studentId} = coalesce(${tickets.studentId}, ${tickets.authorId})`,
      eq(studyGroups.teacherId, tickets.recipientId),
      mayBeWrittenTo(rules),
    )}
  ))`
}

/** Condition on `tickets`: addressed to this teacher. */
export function isAddressedTo(teacherId: string | Placeholder | AnyPgColumn, rules: RecipientRules): SQL<boolean> {
  return sql<boolean>`(${tickets.recipientId} = ${teacherId} and ${isAddressed(rules)})`
}
