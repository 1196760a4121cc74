import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { consentPurposes, locales } from '#contract/enumerations.ts'
import { instant, oneOfCheck } from './columns.ts'
import { users } from './people.ts'

/**
 * Texts to which a person has answered: `text` is what was shown, in all languages, `hash` its SHA-256. Rows are never
 * changed (trigger `consent_texts_stay`).
 */
export const consentTexts = pgTable(
  'consent_texts',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: consentPurposes }).notNull(),
    version: text('version').notNull(),
    text: text('text').notNull(),
  },
  (table) => [
    oneOfCheck('consent_texts_purpose', table.purpose, consentPurposes),
    check('consent_texts_hash', sql`${table.hash} = encode(sha256(convert_to(${table.text}, 'UTF8')), 'hex')`),
  ],
)

/**
 * Answers to questions for a consent (152-FZ, article 9). The last one of a person counts. Rows are never changed (trigger
 * `consent_answers_stay`).
 */
export const consentAnswers = pgTable(
  'consent_answers',
  {
    /** The order of the answers. */
    number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Whose data it is about. */
    subjectId: uuid('subject_id')
      .notNull()
      .references(() => users.id),
    /** The subject, or a guardian. */
    givenById: uuid('given_by_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose', { enum: consentPurposes }).notNull(),
    hash: text('hash')
      .notNull()
      .references(() => consentTexts.hash),
    isGiven: boolean('is_given').notNull(),
    /** In which the text was shown. */
    language: text('language', { enum: locales }).notNull(),
    at: instant('at').notNull(),
    /** Of the device; null if unknown. */
    address: text('address'),
  },
  (table) => [
    index('consent_answers_subject').on(table.subjectId, table.purpose, table.givenById, table.number),
    index('consent_answers_given_by').on(table.givenById),
    index('consent_answers_hash').on(table.hash),
    oneOfCheck('consent_answers_purpose', table.purpose, consentPurposes),
    oneOfCheck('consent_answers_language', table.language, locales),
  ],
)
