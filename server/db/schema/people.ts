import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { consentPurposes, locales } from '#contract/enumerations.ts'
import type { GuardianRight, GuardianRights } from '#contract/people/guardian-rights.ts'
import { roles } from '#contract/roles.ts'
import { searchVector } from '#server/db/text-search/full-text-search.ts'
import { alphabetical, id, instant, oneOfCheck } from './columns.ts'

/**
 * Every person of the school. `subject` is the `sub` at the identity provider `issuer`; a person without one (a small
 * child, a teacher of another school) cannot sign in. The trigger `users_issuer` fills in the current issuer.
 */
export const users = pgTable(
  'users',
  {
    id: id(),
    subject: text('subject'),
    /** A key of `sign_in_issuers`. Null without `subject`, and until the first start that knows the issuer. */
    issuer: text('issuer'),
    firstName: alphabetical('first_name').notNull(),
    lastName: alphabetical('last_name').notNull(),
    patronym: alphabetical('patronym'),
    avatar: text('avatar'),
    email: text('email'),
    phone: text('phone'),
    /** When `phone` was first verified by a code; without it the number cannot be used to sign in. */
    phoneVerifiedAt: instant('phone_verified_at'),
    /** When `email` was verified by a code. The trigger `users_verification` forgets both instants with the contact. */
    emailVerifiedAt: instant('email_verified_at'),
    crmUuid: uuid('crm_uuid').unique(),
    /** The id in the school's records (`npm run import:people`). */
    externalId: text('external_id').unique(),
    grade: smallint('grade'),
    hasPassword: boolean('has_password').notNull().default(false),
    /** The language last used; null for a person who has never signed in, who gets the source language. */
    language: text('language', { enum: locales }),
    lastSignInAt: instant('last_sign_in_at'),
    /** SHA-256 of the texts about which the person was asked for a consent at a sign-in. */
    consentsAsked: text('consents_asked'),
    /** When an administrator locked the account, which may not sign in since. */
    lockedAt: instant('locked_at'),
    /** The account of the same person that this one was joined to. It has no contacts and is only a way to sign in. */
    joinedInto: uuid('joined_into').references((): AnyPgColumn => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    searchWords: searchVector('search_words', {
      words: ['last_name', 'first_name', 'patronym', 'email'],
      phone: 'phone',
    }),
  },
  (table) => [
    unique('users_subject').on(table.subject, table.issuer),
    oneOfCheck('users_language', table.language, locales),
    check('users_grade', sql`${table.grade} between 1 and 11`),
    index('users_name').on(table.lastName, table.firstName),
    index('users_email').on(sql`lower(${table.email})`),
    index('users_phone').on(table.phone),
    index('users_joined_into').on(table.joinedInto).where(sql`${table.joinedInto} is not null`),
    index('users_search_words').using('gin', table.searchWords),
  ],
)

/** Sources of a role, the weaker first: a role given by two belongs to the stronger one. */
export const roleGivers = ['provider', 'import', 'school'] as const
export type RoleGiver = (typeof roleGivers)[number]

/** Changed only by `server/roles/set-roles.ts`. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: roles }).notNull(),
    givenBy: text('given_by', { enum: roleGivers }).notNull().default('school'),
    /** Of a role given by a provider: its issuer, as in `users.issuer`; null if that provider was removed. */
    issuer: text('issuer'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.role] }),
    index('user_roles_role').on(table.role),
    oneOfCheck('user_roles_known', table.role, roles),
    oneOfCheck('user_roles_given_by', table.givenBy, roleGivers),
  ],
)

/** The rights of `contract/people/guardian-rights.ts`. Pairs that are older than the rights have all. */
function rightColumns() {
  const right = (name: string) => boolean(name).notNull().default(true)
  return {
    seesLearning: right('sees_learning'),
    seesContracts: right('sees_contracts'),
    pays: right('pays'),
    enrols: right('enrols'),
    writes: right('writes'),
    isNotified: right('is_notified'),
  } satisfies Record<GuardianRight, unknown>
}

function pairColumns() {
  return {
    guardianId: uuid('guardian_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    childId: uuid('child_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  }
}

/** Guardians and their children. A child may have several guardians; a family is a connected set of these pairs. */
export const guardianships = pgTable(
  'guardianships',
  {
    ...pairColumns(),
    ...rightColumns(),
    /** The school itself has set the rights, in the panel or by a list that names them: holders of contracts do not change them. */
    isSetBySchool: boolean('is_set_by_school').notNull().default(false),
    /** When the rights became those that a guardian keeps of an adult, or the school decided about those of an adult. */
    ageAppliedAt: instant('age_applied_at'),
    /** What the coming of age has changed; null if nothing, and once the rights were changed again. */
    rightsBeforeAge: jsonb('rights_before_age').$type<GuardianRights>(),
  },
  (table) => [
    primaryKey({ columns: [table.guardianId, table.childId] }),
    index('guardianships_child').on(table.childId),
    check('guardianships_of_another', sql`${table.guardianId} <> ${table.childId}`),
    // The same as `completeRights`.
    check(
      'guardianships_rights',
      sql`(${table.seesContracts} or not ${table.pays}) and (${table.seesLearning} or not ${table.enrols})`,
    ),
  ],
)

/**
 * Pairs that the school has ended, with the rights of the time: neither a list nor a code of a guardian makes them again. A pair
 * that the school restores has no row.
 */
export const endedGuardianships = pgTable(
  'ended_guardianships',
  {
    ...pairColumns(),
    rights: jsonb('rights').$type<GuardianRights>().notNull(),
    endedAt: instant('ended_at').notNull(),
    endedById: uuid('ended_by_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text('reason').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.guardianId, table.childId] }),
    index('ended_guardianships_child').on(table.childId),
    index('ended_guardianships_ended_by').on(table.endedById),
  ],
)

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
