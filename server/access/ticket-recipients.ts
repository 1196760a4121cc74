import { and, inArray, isNotNull, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Branch, branches, type TicketRecipientRole } from '#contract/enumerations.ts'
import { rolesOfGroup } from '#contract/roles.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { groupMemberships, programs, studyGroups } from '#server/db/schema/programs.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { type Day, dayInZone } from '#server/time/calendar-days.ts'

/** `branches`: in which of them families may write to teachers. To a curator they may always write. */
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

/** Of a joined group and `users`: the user is the teacher, and the school lets families write to teachers. */
export function isWritableTeacher({ branches }: RecipientRules): SQL<boolean> {
  const isAllowed = branches.length === 0 ? sql`false` : inArray(programs.branch, [...branches])
  return sql<boolean>`(${studyGroups.teacherId} = ${users.id} and ${isAllowed})`
}

/** Of a joined group and `users`. */
export const isCurator: SQL<boolean> = sql`(${studyGroups.curatorId} = ${users.id})`

/**
 * Condition on `group_memberships` joined with its group, program and a person of the group (`users`): the student studies
 * there now, and the person is its curator or teacher with an account that works and reads messages.
 */
export function mayBeWrittenTo(rules: RecipientRules): SQL | undefined {
  return and(
    sql`(${groupMemberships.leftOn} is null or ${groupMemberships.leftOn} > ${rules.today}::date)`,
    sql`${studyGroups.endsOn} >= ${rules.today}::date`,
    or(isCurator, isWritableTeacher(rules)),
    isNotNull(users.subject),
    isNull(users.lockedAt),
    isNull(users.joinedInto),
    sql`exists (
      select from ${userRoles} where ${userRoles.userId} = ${users.id} and ${inArray(userRoles.role, [...rolesOfGroup.teacher])}
    )`,
  )
}

/**
 * As what the person to whom `tickets` is addressed has it: as a teacher or the curator of its student now. Null where
 * neither is left: then the office of its topic has it, as one that was never addressed.
 */
export function recipientRoleOf(rules: RecipientRules): SQL<TicketRecipientRole | null> {
  // Most tickets are addressed to no person: for them the groups are not read.
  return sql<TicketRecipientRole | null>`case when ${tickets.recipientId} is not null then (
    select case when bool_or(${isWritableTeacher(rules)}) then 'teacher' when bool_or(${isCurator}) then 'curator' end
    ${recipientGroups(rules)}
  ) end`
}

/** Condition on `tickets`: the person to whom it was addressed has it. */
export function isAddressed(rules: RecipientRules): SQL<boolean> {
  return sql<boolean>`(${tickets.recipientId} is not null and exists (select ${recipientGroups(rules)}))`
}

/** Condition on `tickets`: addressed to this person. */
export function isAddressedTo(recipientId: string | Placeholder | AnyPgColumn, rules: RecipientRules): SQL<boolean> {
  return sql<boolean>`(${tickets.recipientId} = ${recipientId} and ${isAddressed(rules)})`
}

/** The groups in which the student of `tickets` studies with the person to whom it was addressed. */
function recipientGroups(rules: RecipientRules): SQL {
  return sql`from ${groupMemberships}
    join ${studyGroups} on ${studyGroups.id} = ${groupMemberships.groupId}
    join ${programs} on ${programs.id} = ${studyGroups.programId}
    join ${users} on ${users.id} = ${tickets.recipientId}
    where ${and(
      sql`${groupMemberships.studentId} = coalesce(${tickets.studentId}, ${tickets.authorId})`,
      mayBeWrittenTo(rules),
    )}`
}
