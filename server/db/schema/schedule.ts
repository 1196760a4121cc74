import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  absenceReasons,
  lessonFormats,
  lessonStates,
  scheduleFilterKinds,
  ticketMessageKinds,
  ticketStates,
  ticketTopics,
} from '#contract/enumerations.ts'
import { ticketFile } from '#contract/limits.ts'
import { allOfCheck, alphabetical, bytes, id, idWithYear, instant, oneOfCheck } from './columns.ts'
import { users } from './people.ts'
import { campaigns, studyGroups, subjects } from './programs.ts'

/** The original time and place of a moved item, and when it was moved or cancelled. */
const change = () => ({
  changedAt: instant('changed_at'),
  previousStartsAt: instant('previous_starts_at'),
  previousEndsAt: instant('previous_ends_at'),
  previousPlace: text('previous_place'),
})

type Changing = {
  state: AnyPgColumn
  changedAt: AnyPgColumn
  previousStartsAt: AnyPgColumn
  previousEndsAt: AnyPgColumn
}

function changedOnce({ state, changedAt, previousStartsAt, previousEndsAt }: Changing) {
  return sql`(${state} <> 'planned' or ${changedAt} is null) and (${changedAt} is not null or ${previousStartsAt} is null) and (${previousStartsAt} is null) = (${previousEndsAt} is null)`
}

export const lessons = pgTable(
  'lessons',
  {
    id: idWithYear(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => studyGroups.id),
    /** The substitute for the group's teacher. */
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
    ...change(),
  },
  (table) => [
    index('lessons_group').on(table.groupId, table.startsAt),
    index('lessons_changed').on(table.groupId, table.changedAt).where(sql`${table.changedAt} is not null`),
    check('lessons_change', changedOnce(table)),
    index('lessons_substitute').on(table.substituteId),
    // What of a day differs from the plan.
    index('lessons_off_plan').on(table.startsAt).where(isChangedLesson(table)),
    oneOfCheck('lessons_format', table.format, lessonFormats),
    oneOfCheck('lessons_state', table.state, lessonStates),
    check('lessons_times', withinADay(table)),
  ],
)

/** A lesson that does not take place, or not with the teacher of the group. */
export function isChangedLesson({ state, substituteId }: Record<'state' | 'substituteId', AnyPgColumn>): SQL {
  return sql`(${state} = 'cancelled' or ${substituteId} is not null)`
}

/** No item lasts longer than a day, so queries look back one day at most. */
function withinADay({ startsAt, endsAt }: { startsAt: AnyPgColumn; endsAt: AnyPgColumn }) {
  return sql`${startsAt} < ${endsAt} and ${endsAt} - ${startsAt} <= interval '1 day'`
}

/** An appointment of one student: an exam or a talk with a teacher. */
const appointment = () => ({
  id: id(),
  studentId: uuid('student_id')
    .notNull()
    .references(() => users.id),
  teacherId: uuid('teacher_id').references(() => users.id),
  title: alphabetical('title').notNull(),
  format: text('format', { enum: lessonFormats }).notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  place: text('place'),
  joinUrl: text('join_url'),
  state: text('state', { enum: lessonStates }).notNull().default('planned'),
  ...change(),
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
    oneOfCheck('exams_format', table.format, lessonFormats),
    oneOfCheck('exams_state', table.state, lessonStates),
    check('exams_times', withinADay(table)),
    check('exams_change', changedOnce(table)),
  ],
)

export const conversations = pgTable('conversations', appointment(), (table) => [
  index('conversations_student').on(table.studentId, table.startsAt),
  index('conversations_teacher').on(table.teacherId),
  oneOfCheck('conversations_format', table.format, lessonFormats),
  oneOfCheck('conversations_state', table.state, lessonStates),
  check('conversations_times', withinADay(table)),
  check('conversations_change', changedOnce(table)),
])

/** Independent work of a group. */
export const selfStudyItems = pgTable(
  'self_study_items',
  {
    id: id(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => studyGroups.id),
    title: alphabetical('title').notNull(),
    url: text('url'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('self_study_items_group').on(table.groupId, table.startsAt),
    check('self_study_items_times', withinADay(table)),
  ],
)

/** Whole days (inclusive) without lessons for all students of the campaign. */
export const vacations = pgTable(
  'vacations',
  {
    id: id(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    title: alphabetical('title').notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
  },
  (table) => [
    unique('vacations_start').on(table.campaignId, table.startsOn),
    check('vacations_days', sql`${table.startsOn} <= ${table.endsOn}`),
  ],
)

export const ticketNumbers = pgSequence('ticket_numbers')

/** A message to the school. `answerHtml` is the first answer; later messages are rows of `ticket_messages`. */
export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    number: text('number').notNull().unique(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    /** The child whom it is about. */
    studentId: uuid('student_id').references(() => users.id, { onDelete: 'set null' }),
    /** The teacher to whom the author has addressed it; null: the office of the topic. */
    recipientId: uuid('recipient_id').references(() => users.id, { onDelete: 'set null' }),
    contentHtml: text('content_html').notNull(),
    state: text('state', { enum: ticketStates }).notNull().default('received'),
    topic: text('topic', { enum: ticketTopics }).notNull().default('schedule'),
    /** The administrator who takes care of it. */
    assigneeId: uuid('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    answerHtml: text('answer_html'),
    answeredAt: instant('answered_at'),
    /** Null for an answer that was imported. */
    answeredById: uuid('answered_by_id').references(() => users.id, { onDelete: 'set null' }),
    /** When the author last opened the conversation. */
    readAt: instant('read_at'),
    /** Grows with every step of the conversation, so that two administrators do not answer at once. */
    version: integer('version').notNull().default(0),
  },
  (table) => [
    index('tickets_author').on(table.authorId, table.createdAt),
    index('tickets_student').on(table.studentId),
    index('tickets_recipient').on(table.recipientId),
    index('tickets_assignee').on(table.assigneeId),
    index('tickets_answered_by').on(table.answeredById),
    index('tickets_created').on(table.createdAt),
    oneOfCheck('tickets_state', table.state, ticketStates),
    oneOfCheck('tickets_topic', table.topic, ticketTopics),
    check('tickets_answer', sql`(${table.answerHtml} is null) = (${table.answeredAt} is null)`),
  ],
)

/** What follows the text of a ticket and its first answer. Notes are only for administrators. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: id(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ticketMessageKinds }).notNull(),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    contentHtml: text('content_html').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('ticket_messages_author').on(table.authorId),
    index('ticket_messages_ticket').on(table.ticketId, table.createdAt),
    oneOfCheck('ticket_messages_kind', table.kind, ticketMessageKinds),
  ],
)

/** Pictures and PDFs of tickets. An upload without a ticket is deleted after a day. */
export const ticketFiles = pgTable(
  'ticket_files',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ticketId: uuid('ticket_id').references(() => tickets.id, { onDelete: 'cascade' }),
    /** Null for files of the text of the ticket and of its first answer. */
    messageId: uuid('message_id').references(() => ticketMessages.id, { onDelete: 'cascade' }),
    isOfAnswer: boolean('is_of_answer').notNull().default(false),
    name: text('name').notNull(),
    mediaType: text('media_type').notNull(),
    size: integer('size').notNull(),
    content: bytes('content').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [
    index('ticket_files_ticket').on(table.ticketId, table.uploadedAt),
    index('ticket_files_message').on(table.messageId),
    index('ticket_files_unsent').on(table.ownerId, table.uploadedAt).where(sql`${table.ticketId} is null`),
    oneOfCheck('ticket_files_media_type', table.mediaType, ticketFile.storedTypes),
    check(
      'ticket_files_place',
      sql`${table.ticketId} is not null or (${table.messageId} is null and not ${table.isOfAnswer})`,
    ),
  ],
)

/** Reported absences of students: of one lesson, or of whole days (both included). */
export const absences = pgTable(
  'absences',
  {
    id: id(),
    studentId: uuid('student_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reportedById: uuid('reported_by_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: absenceReasons }).notNull(),
    comment: text('comment'),
    lessonId: uuid('lesson_id').references(() => lessons.id, { onDelete: 'cascade' }),
    startsOn: date('starts_on'),
    endsOn: date('ends_on'),
    createdAt: instant('created_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    index('absences_student').on(table.studentId, table.createdAt),
    index('absences_lesson').on(table.lessonId),
    index('absences_reporter').on(table.reportedById),
    index('absences_days').on(table.endsOn).where(sql`${table.withdrawnAt} is null`),
    uniqueIndex('absences_once')
      .on(table.studentId, table.lessonId)
      .where(sql`${table.withdrawnAt} is null and ${table.lessonId} is not null`),
    oneOfCheck('absences_reason', table.reason, absenceReasons),
    check('absences_other', sql`${table.reason} <> 'other' or ${table.comment} is not null`),
    check(
      'absences_when',
      sql`(${table.lessonId} is null) = (${table.startsOn} is not null) and (${table.startsOn} is null) = (${table.endsOn} is null) and ${table.startsOn} <= ${table.endsOn}`,
    ),
  ],
)

/** Role groups that may have a calendar feed. */
export const feedRoleGroups = ['parent', 'student'] as const

/** A calendar feed. The secret of its address is stored only as a hash. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleGroup: text('role_group', { enum: feedRoleGroups }).notNull(),
    secretHash: text('secret_hash').notNull().unique(),
    studentIds: uuid('student_ids').array().notNull(),
    kinds: text('kinds', { enum: scheduleFilterKinds }).array().notNull(),
    createdAt: instant('created_at').notNull(),
    lastReadAt: instant('last_read_at'),
  },
  (table) => [
    unique('calendar_feeds_once').on(table.ownerId, table.roleGroup),
    oneOfCheck('calendar_feeds_role_group', table.roleGroup, feedRoleGroups),
    allOfCheck('calendar_feeds_kinds', table.kinds, scheduleFilterKinds),
  ],
)
