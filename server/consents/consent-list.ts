import { desc, eq, inArray } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Consents } from '#contract/people/consents.ts'
import { findConsentSubjects } from '#server/access/consents.ts'
import type { Database } from '#server/db/client.ts'
import { consentAnswers, consentTexts } from '#server/db/schema/people.ts'
import type { Env } from '#server/environment/env.ts'

type Wanted = { env: Pick<Env, 'CONSENTS' | 'SCHOOL'>; userId: string; today: string; language: Locale }

/** The consents of a person and of the children for whom the person answers. */
export async function findConsents(database: Database, { env, userId, today, language }: Wanted): Promise<Consents> {
  const subjects = await findConsentSubjects(database, { userId, texts: env.CONSENTS, today })
  return {
    language,
    information: env.SCHOOL.consents?.processing?.paragraphs.map((paragraph) => paragraph[language]) ?? [],
    texts: env.CONSENTS.map(({ purpose, version, hash, paragraphs }) => ({
      purpose,
      version,
      hash,
      paragraphs: paragraphs.map((paragraph) => paragraph[language]),
    })),
    subjects,
    history: await findHistory(
      database,
      userId,
      subjects.map(({ id }) => id),
    ),
  }
}

async function findHistory(database: Database, userId: string, ids: string[]): Promise<Consents['history']> {
  const { at, subjectId, purpose, isGiven, givenById } = consentAnswers
  const rows = await database
    .select({ at, subjectId, purpose, version: consentTexts.version, isGiven, givenById })
    .from(consentAnswers)
    .innerJoin(consentTexts, eq(consentTexts.hash, consentAnswers.hash))
    .where(inArray(subjectId, ids))
    .orderBy(desc(consentAnswers.number))
  return rows.map(({ givenById: giver, ...row }) => ({ ...row, at: row.at.toISOString(), isOwn: giver === userId }))
}
