import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { branches, unseenSections } from '#contract/enumerations.ts'
import { alphabetical, id, idWithYear, instant, oneOfCheck } from './columns.ts'
import { users } from './people.ts'
import { campaigns, studyGroups } from './programs.ts'
import { lessons } from './schedule.ts'

export const attendances = ['present', 'absent', 'late', 'planned'] as const
export const homeworkStates = ['none', 'open', 'submitted', 'checked', 'overdue'] as const
export const scaleKinds = ['five', 'hundred', 'passFail'] as const

/** The grading scale of each branch. */
export const gradeScales = pgTable(
  'grade_scales',
  {
    branch: text('branch', { enum: branches }).primaryKey(),
    kind: text('kind', { enum: scaleKinds }).notNull(),
    passing: doublePrecision('passing').notNull(),
    max: doublePrecision('max').notNull(),
  },
  (table) => [
    oneOfCheck('grade_scales_branch', table.branch, branches),
    oneOfCheck('grade_scales_kind', table.kind, scaleKinds),
    check('grade_scales_range', sql`${table.passing} between 0 and ${table.max}`),
  ],
)

export const markTypes = pgTable(
  'mark_types',
  {
    branch: text('branch', { enum: branches })
      .notNull()
      .references(() => gradeScales.branch),
    code: text('code').notNull(),
    title: alphabetical('title').notNull(),
    weight: doublePrecision('weight').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.branch, table.code] }),
    check('mark_types_weight', sql`${table.weight} >= 0`),
  ],
)

/** Quarters, modules or semesters of a year. */
export const terms = pgTable(
  'terms',
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
    unique('terms_start').on(table.campaignId, table.startsOn),
    check('terms_days', sql`${table.startsOn} <= ${table.endsOn}`),
  ],
)

/** A course with marks in a year; `noJournalReason` says why it has no journal. */
export const courses = pgTable(
  'courses',
  {
    id: id(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    groupId: uuid('group_id').references(() => studyGroups.id),
    teacherId: uuid('teacher_id').references(() => users.id),
    title: alphabetical('title').notNull(),
    noJournalReason: text('no_journal_reason'),
  },
  (table) => [
    index('courses_campaign').on(table.campaignId),
    index('courses_group').on(table.groupId),
    index('courses_teacher').on(table.teacherId),
  ],
)

/** A student's grade book of a year; its variant is the branch of the campaign (D-16). */
export const gradeBooks = pgTable(
  'grade_books',
  {
    id: id(),
    studentId: uuid('student_id')
      .notNull()
      .references(() => users.id),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    title: alphabetical('title').notNull(),
  },
  (table) => [
    unique('grade_books_year').on(table.studentId, table.campaignId),
    index('grade_books_campaign').on(table.campaignId),
  ],
)

export const gradeBookCourses = pgTable(
  'grade_book_courses',
  {
    bookId: uuid('book_id')
      .notNull()
      .references(() => gradeBooks.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.id),
    finalMark: text('final_mark'),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.courseId] }),
    index('grade_book_courses_course').on(table.courseId),
  ],
)

export const termMarks = pgTable(
  'term_marks',
  {
    bookId: uuid('book_id').notNull(),
    courseId: uuid('course_id').notNull(),
    termId: uuid('term_id')
      .notNull()
      .references(() => terms.id),
    value: text('value').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.courseId, table.termId] }),
    foreignKey({
      name: 'term_marks_course',
      columns: [table.bookId, table.courseId],
      foreignColumns: [gradeBookCourses.bookId, gradeBookCourses.courseId],
    }).onDelete('cascade'),
    index('term_marks_term').on(table.termId),
  ],
)

/** One day of a course's journal, with the maximum score. */
export const journalColumns = pgTable(
  'journal_columns',
  {
    id: id(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.id),
    termId: uuid('term_id')
      .notNull()
      .references(() => terms.id),
    heldOn: date('held_on').notNull(),
    topic: text('topic').notNull(),
    task: text('task'),
    branch: text('branch', { enum: branches }).notNull(),
    markType: text('mark_type').notNull(),
    max: doublePrecision('max').notNull(),
    /** False for a lesson that did not take place; it has no marks. */
    held: boolean('held').notNull().default(true),
  },
  (table) => [
    index('journal_columns_course').on(table.courseId, table.termId, table.heldOn),
    index('journal_columns_term').on(table.termId),
    index('journal_columns_mark_type').on(table.branch, table.markType),
    foreignKey({
      name: 'journal_columns_marked_as',
      columns: [table.branch, table.markType],
      foreignColumns: [markTypes.branch, markTypes.code],
    }),
    check('journal_columns_max', sql`${table.max} > 0`),
  ],
)

/** `score` is the numeric value, if there is one; an absence has none. Stored by school year of `id`. */
export const marks = pgTable(
  'marks',
  {
    id: idWithYear(),
    bookId: uuid('book_id')
      .notNull()
      .references(() => gradeBooks.id, { onDelete: 'cascade' }),
    columnId: uuid('column_id')
      .notNull()
      .references(() => journalColumns.id),
    value: text('value').notNull(),
    score: doublePrecision('score'),
    absent: boolean('absent').notNull().default(false),
    comment: text('comment'),
    /** When the mark was given or last changed. */
    givenAt: instant('given_at').notNull(),
  },
  (table) => [
    // Of the marks of a year; the trigger `marks_once` compares all years.
    unique('marks_once').on(table.bookId, table.columnId),
    index('marks_column').on(table.columnId),
    index('marks_given').on(table.bookId, table.givenAt),
    check('marks_score', sql`${table.score} >= 0 and not (${table.absent} and ${table.score} is not null)`),
  ],
)

/** Earlier values of a mark. Stored by school year of `mark_id`. */
export const markHistory = pgTable(
  'mark_history',
  {
    markId: uuid('mark_id')
      .notNull()
      .references(() => marks.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.markId, table.at] })],
)

/** A student's result in a lesson. Stored by school year of `lesson_id`. */
export const lessonResults = pgTable(
  'lesson_results',
  {
    lessonId: uuid('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    studentId: uuid('student_id')
      .notNull()
      .references(() => users.id),
    attendance: text('attendance', { enum: attendances }).notNull(),
    homeworkState: text('homework_state', { enum: homeworkStates }).notNull().default('none'),
    homeworkScore: doublePrecision('homework_score'),
    homeworkMax: doublePrecision('homework_max'),
    /** What is to be done. */
    homeworkTask: text('homework_task'),
    /** Null for the next lesson of the group. */
    homeworkDueAt: instant('homework_due_at'),
    /** Late work is accepted until then. */
    homeworkAcceptedUntil: instant('homework_accepted_until'),
    testScore: doublePrecision('test_score'),
    testMax: doublePrecision('test_max'),
    comment: text('comment'),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.lessonId] }),
    index('lesson_results_lesson').on(table.lessonId),
    oneOfCheck('lesson_results_attendance', table.attendance, attendances),
    oneOfCheck('lesson_results_homework_state', table.homeworkState, homeworkStates),
    check(
      'lesson_results_homework',
      sql`(${table.homeworkState} = 'none') = (${table.homeworkMax} is null) and (${table.homeworkScore} is null or ${table.homeworkScore} between 0 and ${table.homeworkMax})`,
    ),
    check(
      'lesson_results_homework_task',
      sql`${table.homeworkState} <> 'none' or (${table.homeworkTask} is null and ${table.homeworkDueAt} is null and ${table.homeworkAcceptedUntil} is null)`,
    ),
    check('lesson_results_test', sql`${table.testScore} is null or ${table.testScore} between 0 and ${table.testMax}`),
  ],
)

/** The last visit of a user to a section; later changes are new. */
export const seenSections = pgTable(
  'seen_sections',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    section: text('section', { enum: unseenSections }).notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.section] }),
    oneOfCheck('seen_sections_section', table.section, unseenSections),
  ],
)

/**
 * Unseen items that a user opened individually. Deleted when the whole section is visited later. An item is a mark or a
 * schedule item.
 */
export const openedItems = pgTable(
  'opened_items',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    section: text('section', { enum: unseenSections }).notNull(),
    itemId: uuid('item_id').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.section, table.itemId] }),
    oneOfCheck('opened_items_section', table.section, unseenSections),
  ],
)
