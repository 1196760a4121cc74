import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ConsentPurpose } from '#contract/enumerations.ts'
import type { ConsentSubject } from '#contract/people/consents.ts'
import { guardianRights } from '#contract/people/guardian-rights.ts'
import type { Profile } from '#contract/people/profile.ts'
import { rolesOfGroup } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { consentAnswers, userRoles, users } from '#server/db/schema/people.ts'
import { accountsOf, keptAccountOf } from './joined-accounts.ts'
import { byName } from './user-columns.ts'
import { canSignIn } from './user-status.ts'
import { answersForSelf, guardiansOf, isOfAge, visibleStudents } from './visible-students.ts'

/** The text of a purpose that is asked for now. */
export type ConsentQuestion = { purpose: ConsentPurpose; hash: string }

/** Whether the person gives own consents: answers for himself, and is no minor whose guardians are not known yet. */
function consentsForSelf(userId: AnyPgColumn, today: string): SQL<boolean> {
  return sql<boolean>`(${answersForSelf(userId, today)} and coalesce(${isOfAge(userId, today)}, true))`
}

/** Condition: the giver, whose account is none that was joined to another one, answers for the subject now. */
export function isRepresentative(giver: SQL | AnyPgColumn, subjectId: AnyPgColumn, today: string): SQL {
  return sql`case when ${consentsForSelf(subjectId, today)} then ${giver} = ${subjectId}
    else ${giver} in ${guardiansOf(subjectId, guardianRights)} end`
}

/**
 * Whether the consent of a subject is in force: one of those who answer for the subject has given it to this text, and the
 * last answer of none of them is a refusal, to whichever text. Of accounts that were joined to that of a person only
 * refusals count, until the person answers anew: the kept account is asked itself.
 */
export function isConsentGiven(
  subjectId: AnyPgColumn,
  { purpose, hash }: ConsentQuestion,
  today: string,
): SQL<boolean> {
  const lastAnswers = sql`
    select distinct on (${consentAnswers.subjectId}, ${consentAnswers.givenById}) ${consentAnswers.subjectId},
      ${consentAnswers.givenById}, ${consentAnswers.isGiven}, ${consentAnswers.hash}, ${consentAnswers.number},
      ${keptAccountOf(sql`id = ${consentAnswers.givenById}`)} as giver
    from ${consentAnswers}
    where ${consentAnswers.subjectId} in ${accountsOf(subjectId)} and ${consentAnswers.purpose} = ${purpose}
    order by ${consentAnswers.subjectId}, ${consentAnswers.givenById}, ${consentAnswers.number} desc
  `
  return sql<boolean>`coalesce((
    select bool_and(is_given) and bool_or(is_given and hash = ${hash}) from (
      select distinct on (giver) is_given, hash from (${lastAnswers}) as given
      where (not is_given or given.subject_id = ${subjectId} and given.given_by_id = giver)
        and ${isRepresentative(sql`giver`, subjectId, today)}
      order by giver, number desc
    ) as answers
  ), false)`
}

/**
 * The person, and the children for whom the person answers, with the consents that are asked of each. Guardians with all
 * rights answer for minors. Photographs are of students; the other consents are of people who can sign in.
 */
export async function findConsentSubjects(
  database: Database,
  { userId, texts, today }: { userId: string; texts: readonly ConsentQuestion[]; today: string },
): Promise<ConsentSubject[]> {
  if (texts.length === 0) return []
  const isOwn = sql<boolean>`${users.id} = ${userId}`
  const forSelf = consentsForSelf(users.id, today)
  const isStudent = sql`exists (
    select from ${userRoles} where ${userRoles.userId} = ${users.id} and ${userRoles.role} in (${sql.join(
      rolesOfGroup.student.map((role) => sql`${role}`),
      sql`, `,
    )})
  )`
  const own = (text: ConsentQuestion) => sql`(
    select json_build_object(
      'isGiven', ${consentAnswers.isGiven}, 'isCurrent', ${consentAnswers.hash} = ${text.hash}, 'at', ${consentAnswers.at}
    ) from ${consentAnswers}
    where ${consentAnswers.subjectId} = ${users.id} and ${consentAnswers.givenById} = ${userId}
      and ${consentAnswers.purpose} = ${text.purpose}
    order by ${consentAnswers.number} desc limit 1
  )`
  const consents = texts.map(
    (text) => sql`json_build_object(
      'purpose', ${text.purpose}::text, 'isGiven', ${isConsentGiven(users.id, text, today)}, 'own', ${own(text)}
    )`,
  )
  const rows = await database
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      patronym: users.patronym,
      isOwn,
      mayAnswer: sql<boolean>`(not ${isOwn} or ${forSelf})`,
      isStudent: sql<boolean>`(not ${isOwn} or ${isStudent})`,
      canSignIn: sql<boolean>`${canSignIn}`,
      consents: sql<ConsentSubject['consents']>`json_build_array(${sql.join(consents, sql`, `)})`,
    })
    .from(users)
    .where(
      or(
        eq(users.id, userId),
        and(
          sql`${users.id} in ${visibleStudents({ roleGroup: 'parent', userId }, guardianRights)}`,
          sql`not ${forSelf}`,
        ),
      ),
    )
    .orderBy(sql`${isOwn} desc`, ...byName)
  return rows.map(
    ({ isStudent: isPupil, canSignIn: hasAccount, consents: all, firstName, lastName, patronym, ...subject }) => ({
      ...subject,
      name: subject.isOwn ? null : { firstName, lastName, patronym },
      consents: all
        .filter(({ purpose }) => (purpose === 'photographs' ? isPupil : subject.isOwn || hasAccount))
        .map((consent) => ({ ...consent, own: consent.own && { ...consent.own, at: toIso(consent.own.at) } })),
    }),
  )
}

/** PostgreSQL writes instants of JSON in its own format. */
const toIso = (at: string) => new Date(at).toISOString()

/** Whether the person has not answered to a present text. */
export function isConsentAsked({ mayAnswer, consents }: ConsentSubject): boolean {
  return mayAnswer && consents.some(({ own }) => !own?.isCurrent)
}

/** What the profile says about consents. */
export async function consentsOfProfile(
  database: Database,
  { userId, texts, today }: { userId: string; texts: readonly ConsentQuestion[]; today: string },
): Promise<NonNullable<Profile['consents']>> {
  const subjects = await findConsentSubjects(database, { userId, texts, today })
  const own = subjects.find(({ isOwn }) => isOwn)
  return {
    counters: own?.consents.some(({ purpose, isGiven }) => purpose === 'counters' && isGiven) ?? false,
    areAsked: subjects.some(isConsentAsked),
  }
}
