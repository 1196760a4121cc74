import { and, eq, inArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { guardianRights, type NeededRight } from '#contract/people/guardian-rights.ts'
import type { Role, RoleGroup } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { givesRight } from './guardian-rights.ts'
import { byName, selectRoles } from './user-columns.ts'

/** Whose data a call reads (D-8): that of the user's children (`parent`) or of the user (`student`). */
export type ViewerRoleGroup = 'parent' | 'student'

/** The user of a call, and whose data it reads. */
export type CallViewer = { roleGroup: ViewerRoleGroup; userId: string }

type UserId = string | Placeholder

/** For a call that both role groups share: the selected role group decides. */
export function viewerOf({ group, userId }: { group: RoleGroup | null; userId: string }): CallViewer {
  return { roleGroup: group === 'parent' ? 'parent' : 'student', userId }
}

/** Ids of a student's guardians with a right, as a subquery for `in`. For messages and names of payers; access is `visibleStudents`. */
export function guardiansOf(studentId: AnyPgColumn | string, needed: NeededRight): SQL {
  return sql`(select ${guardianships.guardianId} from ${guardianships} where ${guardianships.childId} = ${studentId} and ${givesRight(needed)})`
}

/** The same of several students, who are a subquery. */
export function guardiansOfAll(studentIds: SQL, needed: NeededRight): SQL {
  return sql`(select ${guardianships.guardianId} from ${guardianships} where ${guardianships.childId} in ${studentIds} and ${givesRight(needed)})`
}

/** The guardians of students who have a right, each with the child. For messages. */
export async function findGuardiansOf(
  database: Database,
  studentIds: readonly string[],
  needed: NeededRight,
): Promise<{ studentId: string; guardianId: string }[]> {
  if (studentIds.length === 0) return []
  return database
    .select({ studentId: guardianships.childId, guardianId: guardianships.guardianId })
    .from(guardianships)
    .where(and(inArray(guardianships.childId, [...studentIds]), givesRight(needed)))
}

type Relative = { userId: string; firstName: string; lastName: string; kind: 'child' | 'guardian' }

/** The children of each user, then the guardians, by name. For administrators. */
export async function findRelatives(database: Database, userIds: readonly string[]): Promise<Relative[]> {
  if (userIds.length === 0) return []
  const { guardianId, childId } = guardianships
  const related = (kind: Relative['kind'], [own, other]: readonly [AnyPgColumn, AnyPgColumn]) =>
    database
      .select({ userId: sql<string>`${own}`, firstName: users.firstName, lastName: users.lastName })
      .from(guardianships)
      .innerJoin(users, eq(users.id, other))
      .where(and(inArray(own, [...userIds]), givesRight('relation')))
      .orderBy(...byName)
      .then((rows) => rows.map((row) => ({ ...row, kind })))
  return [...(await related('child', [guardianId, childId])), ...(await related('guardian', [childId, guardianId]))]
}

/**
 * Whether one person could not be both users: one is a guardian of the other, or a third person is a child of one and a
 * guardian of the other.
 */
export async function areRelated(database: Database, one: string, other: string): Promise<boolean> {
  const pair = sql`(${one}::uuid, ${other}::uuid)`
  const { rows } = await database.execute<{ isRelated: boolean }>(sql`
    select exists (
      select from ${guardianships} where guardian_id in ${pair} and child_id in ${pair}
    ) or exists (
      select from ${guardianships} as above join ${guardianships} as below on below.guardian_id = above.child_id
      where above.guardian_id in ${pair} and below.child_id in ${pair}
    ) as "isRelated"
  `)
  return rows[0]?.isRelated ?? false
}

/**
 * Ids of the students whose data the user may see, as a subquery for `in`: the children for whom the user has the right, or
 * the user; `all` is both. Students have every right on what is their own.
 */
export function visibleStudents(
  { roleGroup, userId }: { roleGroup: ViewerRoleGroup | 'all'; userId: UserId },
  needed: NeededRight,
): SQL {
  if (roleGroup === 'student') return sql`(${userId}::uuid)`
  const children = sql`select ${guardianships.childId} from ${guardianships} where ${guardianships.guardianId} = ${userId} and ${givesRight(needed)}`
  return roleGroup === 'parent' ? sql`(${children})` : sql`(${children} union all select ${userId}::uuid)`
}

/** Condition on `personal_details`: of age on `today`. Who was born on 29 February is so on 1 March. */
export function isBornEighteenYearsBefore(today: string): SQL {
  return sql`${personalDetails.bornOn} <= ${today}::date - interval '18 years'`
}

/** Whether a person is known to be of age on `today`; null without a birthday. */
export function isOfAge(userId: AnyPgColumn, today: string): SQL<boolean | null> {
  return sql<boolean | null>`(
    select ${isBornEighteenYearsBefore(today)} from ${personalDetails}
    where ${personalDetails.userId} = ${userId}
  )`
}

/** Whether a person answers for himself: of age on `today`, or without guardians. */
export function answersForSelf(userId: AnyPgColumn, today: string): SQL<boolean> {
  return sql<boolean>`(
    not exists (select from ${guardianships} where ${guardianships.childId} = ${userId})
    or coalesce(${isOfAge(userId, today)}, false)
  )`
}

/** Condition on `personal_details`: 14 years old on `today`, who has a say in what is done with the own data. */
function hasSay(today: string): SQL {
  return sql`${personalDetails.bornOn} <= ${today}::date - interval '14 years'`
}

/**
 * Ids of those who answer for a person or have a say, as a subquery for `in`: the person, if of age, without guardians or
 * 14 years old, and guardians with all rights of a minor.
 */
export function concernedBy(userId: AnyPgColumn, today: string): SQL {
  return sql`(
    select ${guardianships.guardianId} from ${guardianships}
    where ${guardianships.childId} = ${userId} and ${givesRight(guardianRights)} and not coalesce(${isOfAge(userId, today)}, false)
    union all select ${userId} where ${answersForSelf(userId, today)}
      or exists (select from ${personalDetails} where ${personalDetails.userId} = ${userId} and ${hasSay(today)})
  )`
}

/** Condition: one of these accounts, a subquery, is the only guardian of a child who is not of age on `today`. */
export function isOnlyGuardian(accounts: SQL, today: string): SQL {
  const { guardianId, childId } = guardianships
  return sql`exists (
    select from ${guardianships}
    where ${guardianId} in ${accounts} and ${childId} not in ${accounts} and not coalesce(${isOfAge(childId, today)}, false)
      and not exists (
        select from ${guardianships} as other
        where other.child_id = ${childId} and other.guardian_id not in ${accounts}
      )
  )`
}

/** What is known of the age of a person on `today`. */
export async function ageOf(
  database: Database,
  userId: string,
  today: string,
): Promise<{ age: 'minor' | 'adult' | null; answersForSelf: boolean; roles: readonly Role[] }> {
  const [found] = await database
    .select({
      isOfAge: isOfAge(users.id, today),
      answersForSelf: answersForSelf(users.id, today),
      roles: selectRoles(users.id),
    })
    .from(users)
    .where(eq(users.id, userId))
  const ages = { true: 'adult', false: 'minor', null: null } as const
  return {
    age: ages[`${found?.isOfAge ?? null}`],
    answersForSelf: found?.answersForSelf ?? false,
    roles: found?.roles ?? [],
  }
}

/**
 * Ids of the students for whom the user answers, as a subquery for `in`: the children for whom the user has the right, or
 * the user, if of age on `today` or without guardians.
 */
export function representedStudents({ roleGroup, userId }: CallViewer, today: string, needed: NeededRight): SQL {
  if (roleGroup === 'parent') return visibleStudents({ roleGroup, userId }, needed)
  return sql`(select ${users.id} from ${users} where ${users.id} = ${userId} and ${answersForSelf(users.id, today)})`
}

/** One prepared query for each role group; it needs the placeholder `userId`, and `name` keeps the statements apart. */
export function prepareForRoleGroups<Prepared>(
  needed: NeededRight,
  prepare: (name: 'of_children' | 'of_person', students: SQL) => Prepared,
): Record<ViewerRoleGroup, Prepared> {
  const userId = sql.placeholder('userId')
  return {
    parent: prepare('of_children', visibleStudents({ roleGroup: 'parent', userId }, needed)),
    student: prepare('of_person', visibleStudents({ roleGroup: 'student', userId }, needed)),
  }
}

/** A contract is visible to its customer, its student and the student's guardians who see contracts. */
export function isContractVisibleTo(userId: UserId): SQL | undefined {
  return or(
    eq(contracts.customerId, userId),
    eq(contracts.studentId, userId),
    // As an array, the children are found once and the index on students is used.
    sql`${contracts.studentId} = any(array${visibleStudents({ roleGroup: 'parent', userId }, 'seesContracts')})`,
  )
}

/**
 * Who may pay for a contract: its customer, the student's guardians who pay, and the student who answers for herself. All of them
 * see it (`isContractVisibleTo`); a child sees it and does not pay.
 */
export function isContractPayableBy(userId: string, today: string): SQL | undefined {
  return or(
    eq(contracts.customerId, userId),
    inArray(contracts.studentId, representedStudents({ roleGroup: 'parent', userId }, today, 'pays')),
    inArray(contracts.studentId, representedStudents({ roleGroup: 'student', userId }, today, 'pays')),
  )
}

/** Whether the person may pay for a student: has children for whom he pays, answers for herself, or has a contract of his own. */
export async function mayPayForSomeone(database: Database, userId: string, today: string): Promise<boolean> {
  const { rows } = await database.execute<{ mayPay: boolean }>(sql`
    select exists (select from ${representedStudents({ roleGroup: 'parent', userId }, today, 'pays')} as children)
      or exists (select from ${representedStudents({ roleGroup: 'student', userId }, today, 'pays')} as own)
      or exists (select from ${contracts} where ${contracts.customerId} = ${userId}) as "mayPay"
  `)
  return rows[0]?.mayPay ?? false
}
