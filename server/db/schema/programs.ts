import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { branches, lessonFormats, paymentSchemes } from '#contract/enumerations.ts'
import { normalizeForSearch, russianSearchVector } from '#server/db/text-search/full-text-search.ts'
import { allOfCheck, alphabetical, id, instant, money, oneOfCheck } from './columns.ts'
import { users } from './people.ts'

export const campaignKinds = ['year', 'u2035'] as const

export const territories = pgTable('territories', {
  id: id(),
  title: alphabetical('title').notNull().unique(),
  address: text('address').notNull(),
})

export const subjects = pgTable('subjects', {
  code: text('code').primaryKey(),
  title: alphabetical('title').notNull().unique(),
  searchWords: russianSearchVector('search_words', { B: 'title' }),
})

export const programs = pgTable(
  'programs',
  {
    id: id(),
    title: alphabetical('title').notNull().unique(),
    description: text('description').notNull(),
    subjectCode: text('subject_code')
      .notNull()
      .references(() => subjects.code),
    branch: text('branch', { enum: branches }).notNull(),
    /** Grades; empty means all. */
    grades: smallint('grades').array().notNull(),
    searchWords: russianSearchVector('search_words', { A: 'title', C: 'description' }),
    /** Compared with typed text that has typos; the index `programs_search_title` exists only with `pg_trgm`. */
    searchTitle: alphabetical('search_title')
      .notNull()
      .generatedAlwaysAs(sql.raw(normalizeForSearch('"title"'))),
  },
  (table) => [
    index('programs_subject').on(table.subjectCode),
    // The order of the catalog.
    index('programs_order').on(table.searchTitle, table.id),
    // Read often and written rarely, so without a pending list.
    index('programs_search_words').using('gin', table.searchWords).with({ fastupdate: false }),
    oneOfCheck('programs_branch', table.branch, branches),
    check('programs_grades', sql`${table.grades} <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]::smallint[]`),
  ],
)

/** A school year of a branch, or a campaign of the 2035 programme. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    kind: text('kind', { enum: campaignKinds }).notNull(),
    branch: text('branch', { enum: branches }).notNull(),
    title: alphabetical('title').notNull(),
    description: text('description').notNull(),
    schoolYear: text('school_year').notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    enrolUntil: date('enrol_until').notNull(),
  },
  (table) => [
    unique('campaigns_title').on(table.title, table.schoolYear),
    oneOfCheck('campaigns_kind', table.kind, campaignKinds),
    oneOfCheck('campaigns_branch', table.branch, branches),
    check('campaigns_days', sql`${table.startsOn} <= ${table.endsOn}`),
    check('campaigns_school_year', sql`${table.schoolYear} ~ '^[0-9]{4}/[0-9]{4}$'`),
  ],
)

/** Places are taken by a conditional UPDATE of `places_taken`, guarded by a CHECK. */
export const studyGroups = pgTable(
  'study_groups',
  {
    id: id(),
    programId: uuid('program_id')
      .notNull()
      .references(() => programs.id),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    territoryId: uuid('territory_id').references(() => territories.id),
    teacherId: uuid('teacher_id').references(() => users.id),
    /** Looks after the students and answers their families. */
    curatorId: uuid('curator_id').references(() => users.id),
    title: alphabetical('title').notNull(),
    format: text('format', { enum: lessonFormats }).notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    price: money('price').notNull(),
    paymentSchemes: text('payment_schemes', { enum: paymentSchemes }).array().notNull(),
    placesTotal: integer('places_total').notNull(),
    placesTaken: integer('places_taken').notNull().default(0),
  },
  (table) => [
    unique('study_groups_title').on(table.campaignId, table.title),
    index('study_groups_program').on(table.programId),
    index('study_groups_territory').on(table.territoryId),
    index('study_groups_teacher').on(table.teacherId),
    index('study_groups_curator').on(table.curatorId),
    oneOfCheck('study_groups_format', table.format, lessonFormats),
    allOfCheck('study_groups_payment_schemes', table.paymentSchemes, paymentSchemes),
    check('study_groups_days', sql`${table.startsOn} <= ${table.endsOn}`),
    check('study_groups_price', sql`${table.price} >= 0`),
    check('study_groups_places', sql`${table.placesTaken} between 0 and ${table.placesTotal}`),
  ],
)

/** A weekly slot of a group; Monday = 1, in the school's time zone. */
export const slots = pgTable(
  'slots',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => studyGroups.id, { onDelete: 'cascade' }),
    weekday: smallint('weekday').notNull(),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.weekday, table.startsAt] }),
    check('slots_weekday', sql`${table.weekday} between 1 and 7`),
    check('slots_times', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)

/** From `joined_on` to the day before `left_on`; a student is in a group at most once at a time. */
export const groupMemberships = pgTable(
  'group_memberships',
  {
    id: id(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => studyGroups.id),
    studentId: uuid('student_id')
      .notNull()
      .references(() => users.id),
    joinedOn: date('joined_on').notNull(),
    leftOn: date('left_on'),
  },
  (table) => [
    uniqueIndex('group_memberships_present').on(table.studentId, table.groupId).where(sql`${table.leftOn} is null`),
    index('group_memberships_student').on(table.studentId),
    index('group_memberships_group').on(table.groupId),
    check('group_memberships_days', sql`${table.joinedOn} <= ${table.leftOn}`),
  ],
)

/** An option of a 2035 campaign. */
export const opportunities = pgTable(
  'opportunities',
  {
    id: id(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    title: alphabetical('title').notNull(),
    description: text('description').notNull(),
    hours: integer('hours').notNull(),
    /** Grades; empty means all. */
    grades: smallint('grades').array().notNull().default([]),
    /** Only for students with a contract in this school year. */
    isForOwn: boolean('is_for_own').notNull().default(false),
  },
  (table) => [
    unique('opportunities_title').on(table.campaignId, table.title),
    check('opportunities_hours', sql`${table.hours} >= 0`),
  ],
)

export const opportunityGroups = pgTable(
  'opportunity_groups',
  {
    opportunityId: uuid('opportunity_id')
      .notNull()
      .references(() => opportunities.id, { onDelete: 'cascade' }),
    groupId: uuid('group_id')
      .notNull()
      .references(() => studyGroups.id),
  },
  (table) => [
    primaryKey({ columns: [table.opportunityId, table.groupId] }),
    index('opportunity_groups_group').on(table.groupId),
  ],
)

/** An unguessable address of a campaign (D-20): 128 bits in base64url. */
export const offers = pgTable(
  'offers',
  {
    token: text('token').primaryKey(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
  },
  (table) => [
    index('offers_campaign').on(table.campaignId),
    check('offers_token', sql`${table.token} ~ '^[A-Za-z0-9_-]{22}$'`),
  ],
)

/** A student chooses one opportunity per campaign. */
export const enrolments = pgTable(
  'enrolments',
  {
    id: id(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    opportunityId: uuid('opportunity_id').notNull(),
    groupId: uuid('group_id').notNull(),
    studentId: uuid('student_id')
      .notNull()
      .references(() => users.id),
    enrolledById: uuid('enrolled_by_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('enrolments_once').on(table.studentId, table.campaignId),
    index('enrolments_campaign').on(table.campaignId),
    index('enrolments_group').on(table.opportunityId, table.groupId),
    foreignKey({
      name: 'enrolments_offered',
      columns: [table.opportunityId, table.groupId],
      foreignColumns: [opportunityGroups.opportunityId, opportunityGroups.groupId],
    }),
    index('enrolments_enrolled_by').on(table.enrolledById),
  ],
)
