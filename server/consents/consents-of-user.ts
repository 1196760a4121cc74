import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ConsentOfUser } from '#contract/people/consents.ts'
import { isConsentGiven, isRepresentative } from '#server/access/consents.ts'
import { accountsOf, keptAccountOf } from '#server/access/joined-accounts.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { consentAnswers, consentTexts, users } from '#server/db/schema/people.ts'
import type { ConsentText } from '#server/environment/consent-texts.ts'

type Wanted = { id: string; texts: readonly ConsentText[]; today: string }

/** Consents of a user with the last answer of each person, for the staff. */
export async function findConsentsOfUser(database: Database, { id, texts, today }: Wanted): Promise<ConsentOfUser[]> {
  if (texts.length === 0) return []
  const answers = await findLastAnswers(database, { id, texts, today })
  return Promise.all(
    texts.map(async (text) => {
      const [row] = await database
        .select({ isGiven: isConsentGiven(users.id, text, today) })
        .from(users)
        .where(eq(users.id, id))
      const own = answers.filter(({ purpose }) => purpose === text.purpose)
      return {
        purpose: text.purpose,
        isGiven: row?.isGiven ?? false,
        answers: own.map(({ purpose: _, at, ...answer }) => ({ ...answer, at: at.toISOString() })),
      }
    }),
  )
}

async function findLastAnswers(database: Database, { id, texts, today }: Wanted) {
  const hashes = sql.join(
    texts.map(({ hash }) => sql`${hash}`),
    sql`, `,
  )
  const { subjectId, givenById, purpose, isGiven, hash, number, at } = consentAnswers
  // The person of an account that was joined to another one.
  const giver = keptAccountOf(sql`id = ${givenById}`)
  const isOwnAccount = sql`(${subjectId} = ${id} and ${givenById} = ${giver})`
  const subject = alias(users, 'subject')
  const isLast = sql`${number} = (
    select max(later.number) from consent_answers as later
    where later.subject_id = ${subjectId} and later.given_by_id = ${givenById} and later.purpose = ${purpose}
  )`
  return database
    .select({
      purpose,
      by: sql<string | null>`case when ${giver} <> ${id} then ${selectFullName(users)} end`,
      isGiven,
      version: consentTexts.version,
      at,
      counts: sql<boolean>`(${hash} in (${hashes}) and (not ${isGiven} or ${isOwnAccount}) and ${isRepresentative(giver, subject.id, today)})`,
    })
    .from(consentAnswers)
    .innerJoin(consentTexts, eq(consentTexts.hash, hash))
    .innerJoin(users, eq(users.id, givenById))
    .innerJoin(subject, eq(subject.id, id))
    .where(sql`${subjectId} in ${accountsOf(id)} and ${isLast}`)
    .orderBy(desc(number))
}
