import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, date, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { lessonFormats, lessonStates } from '#contract/enumerations.ts'
import { id, instant, oneOf } from './columns.ts'
import { users } from './people.ts'
import { campaigns, studyGroups, subjects } from './programs.ts'

export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => studyGroups.id),
    /** Stands in for the group's own teacher. */
    substituteId: uuid('substitute_id').references(() => users.id),
    topic: text('topic').notNull(),
    format: text('format', { enum: lessonFormats }).notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    place: text('place'),
    joinUrl: text('join_url'),
    recordingUrl: text('recording_url'),
    isFirstWeek: boolean('is_first_week').notNull().default(false),
    state: text('state', { enum: lessonStates }).notNull().default('planned'),
  },
  (table) => [
    index('lessons_group').on(table.groupId, table.startsAt),
    index('lessons_substitute').on(table.substituteId),
    oneOf('lessons_format', table.format, lessonFormats),
    oneOf('lessons_state', table.state, lessonStates),
    check('lessons_times', withinADay(table)),
  ],
)

/** Whoever asks what is on a day looks no further back than the day before. */
function withinADay({ startsAt, endsAt }: { startsAt: AnyPgColumn; endsAt: AnyPgColumn }) {
  return sql`${startsAt} < ${endsAt} and ${endsAt} - ${startsAt} <= interval '1 day'`
}

/** What one student is invited to: an exam or a talk with a teacher. */
const appointment = () => ({
  id: id(),
  studentId: uuid('student_id')
    .notNull()
    .references(() => users.id),
  teacherId: uuid('teacher_id').references(() => users.id),
  title: text('title').notNull(),
  format: text('format', { enum: lessonFormats }).notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  place: text('place'),
  joinUrl: text('join_url'),
  state: text('state', { enum: lessonStates }).notNull().default('planned'),
})

export const exams = pgTable(
  'exams',
  {
    ...appointment(),
    subjectCode: text('subject_code')
      .notNull()
      .references(() => subjects.code),
  },
  (table) => [
    index('exams_student').on(table.studentId, table.startsAt),
    index('exams_teacher').on(table.teacherId),
    index('exams_subject').on(table.subjectCode),
    oneOf('exams_format', table.format, lessonFormats),
    oneOf('exams_state', table.state, lessonStates),
    check('exams_times', withinADay(table)),
  ],
)

export const conversations = pgTable('conversations', appointment(), (table) => [
  index('conversations_student').on(table.studentId, table.startsAt),
  index('conversations_teacher').on(table.teacherId),
  oneOf('conversations_format', table.format, lessonFormats),
  oneOf('conversations_state', table.state, lessonStates),
  check('conversations_times', withinADay(table)),
])

/** Work that a group does by itself. */
export const selfStudyItems = pgTable(
  'self_study_items',
  {
    id: id(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => studyGroups.id),
    title: text('title').notNull(),
    url: text('url'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('self_study_items_group').on(table.groupId, table.startsAt),
    check('self_study_items_times', withinADay(table)),
  ],
)

/** Whole days, both ends included, free for everyone who studies in the campaign. */
export const vacations = pgTable(
  'vacations',
  {
    id: id(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    title: text('title').notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
  },
  (table) => [
    unique('vacations_start').on(table.campaignId, table.startsOn),
    check('vacations_days', sql`${table.startsOn} <= ${table.endsOn}`),
  ],
)

/** A letter about the schedule. */
export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    number: text('number').notNull().unique(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    contentHtml: text('content_html').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('tickets_author').on(table.authorId)],
)
