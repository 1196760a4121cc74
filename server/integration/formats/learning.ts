import { sql } from 'drizzle-orm'
import { branches } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import * as tables from '#server/db/schema/learning.ts'
import { conversations, exams, lessons, selfStudyItems } from '#server/db/schema/schedule.ts'
import * as cells from '#server/integration/format-types/cell-kinds.ts'
import { type Format, type Row, type RowFault, unread } from '#server/integration/format-types/format.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { dateMarks, noteMoves } from './note-changes.ts'
import { referenceTo, tableColumns, tableFormat } from './table-columns.ts'

const change = ['state', 'changedAt', 'previousStartsAt', 'previousEndsAt', 'previousPlace']
const results = Object.keys(tableColumns(tables.lessonResults)).map((name) => name.replace('SourcedId', 'Id'))
const all = (...kept: readonly string[]) => results.filter((name) => !['lessonId', 'studentId', ...kept].includes(name))
const homeworkColumns = [
  'homeworkState',
  'homeworkScore',
  'homeworkMax',
  'homeworkTask',
  'homeworkDueAt',
  'homeworkAcceptedUntil',
]

export const scheduleFormats: readonly Format[] = [
  tableFormat('lessons', 'Lessons at their present time and place', lessons, {
    omit: change,
    prepare: (transaction, rows, context) => noteMoves(transaction, lessons, rows, context),
  }),
  {
    file: 'lessonChanges',
    collection: 'lessonChanges',
    title: 'Moved and cancelled lessons, with the former time and place',
    table: lessons,
    columns: {
      lessonSourcedId: { ...referenceTo('lessons', { id: 'id' }), isRequired: true },
      ...tableColumns(lessons, {
        omit: Object.keys(tableColumns(lessons, { omit: change })).map((name) =>
          name.replace('SourcedId', 'Id').replace('class', 'group'),
        ),
      }),
    },
    isPart: true,
    onDelete: { state: 'planned', changedAt: null, previousStartsAt: null, previousEndsAt: null, previousPlace: null },
    exported: { rows: sql`select row_to_json(lessons) as row from lessons where changed_at is not null order by id` },
  },
  tableFormat('exams', 'Exams of students', exams, {
    prepare: (transaction, rows, context) => noteMoves(transaction, exams, rows, context),
  }),
  tableFormat('conversations', 'Talks of students with teachers', conversations, {
    prepare: (transaction, rows, context) => noteMoves(transaction, conversations, rows, context),
  }),
  tableFormat('selfStudy', 'Independent work of groups', selfStudyItems),
  tableFormat('attendance', 'Attendance and test results of lessons', tables.lessonResults, {
    omit: all('attendance', 'testScore', 'testMax', 'comment'),
  }),
  tableFormat('homework', 'Homework of lessons', tables.lessonResults, {
    omit: all(...homeworkColumns),
    notes: {
      homeworkTask: 'what is to be done',
      homeworkDueAt: 'empty means the next lesson of the class',
      homeworkAcceptedUntil: 'late work is accepted until then; empty means never',
    },
    onInsert: { attendance: 'planned' },
    onDelete: { ...Object.fromEntries(homeworkColumns.map((name) => [name, null])), homeworkState: 'none' },
    exported: {
      rows: sql`select row_to_json(lesson_results) as row from lesson_results where homework_state <> 'none' order by student_id, lesson_id`,
    },
  }),
]

export const gradeBookFormats: readonly Format[] = [
  {
    file: 'scoreScales',
    collection: 'scoreScales',
    title: 'The grading scale of each branch; scales without `metadata.kind` have no effect',
    table: tables.gradeScales,
    columns: {
      title: unread,
      type: unread,
      orgSourcedId: { ...referenceTo('orgs', { branch: 'branch' }), isRequired: true },
      courseSourcedId: unread,
      classSourcedId: unread,
      scoreScaleValue: unread,
      'metadata.kind': { kind: cells.oneOf(tables.scaleKinds), isRequired: false, to: 'kind' },
      'metadata.passing': { kind: cells.number, isRequired: false, to: 'passing' },
      'metadata.max': { kind: cells.number, isRequired: false, to: 'max' },
    },
    accepts: (read) => (read['metadata.kind'] ?? null) !== null,
    exported: { cells: ({ kind }) => ({ title: String(kind), type: String(kind) }) },
  },
  {
    file: 'categories',
    collection: 'categories',
    title: 'Types of marks',
    table: tables.markTypes,
    columns: {
      title: { kind: cells.text, isRequired: true, to: 'title' },
      weight: { kind: cells.number, isRequired: false, to: 'weight', fallback: 1 },
      'metadata.branch': { kind: cells.oneOf(branches), isRequired: false, to: 'branch', fallback: 'school' },
      'metadata.code': { kind: cells.text, isRequired: false, to: 'code', note: 'empty means `sourcedId`' },
    },
    derive: ({ code }, _, sourcedId) => ({ code: code ?? sourcedId }),
    attributes: { branch: 'branch', code: 'code' },
    async prepare(transaction) {
      await transaction.execute(
        sql`insert into grade_scales (branch, kind, passing, max) select branch, 'hundred', 50, 100 from unnest(array['school', 'academy', 'college']) as branch on conflict do nothing`,
      )
      return []
    },
  },
  tableFormat('journals', 'Courses with marks', tables.courses, { attributes: { campaignId: 'campaignId' } }),
  tableFormat('gradeBooks', 'Grade books of students', tables.gradeBooks),
  tableFormat('gradeBookCourses', 'Courses of grade books, with final marks', tables.gradeBookCourses),
  tableFormat('termMarks', 'Marks of terms', tables.termMarks, {
    references: { bookId: tables.gradeBooks, courseId: tables.courses },
  }),
  {
    file: 'lineItems',
    collection: 'lineItems',
    title: 'Columns of journals',
    table: tables.journalColumns,
    columns: {
      title: { kind: cells.text, isRequired: true, to: 'topic' },
      description: { kind: cells.text, isRequired: false, to: 'task' },
      assignDate: unread,
      dueDate: { kind: cells.day, isRequired: true, to: 'heldOn' },
      classSourcedId: {
        ...referenceTo('classes', { groupId: 'id' }),
        isRequired: false,
        note: 'a class without a journal gets one',
      },
      categorySourcedId: {
        kind: cells.reference,
        isRequired: true,
        of: {
          collection: 'categories',
          fill: { branch: 'branch', markType: 'code' },
          exported: ['branch', 'markType'],
        },
      },
      gradingPeriodSourcedId: { ...referenceTo('academicSessions', { termId: 'id' }), isRequired: true },
      academicSessionSourcedId: unread,
      schoolSourcedId: unread,
      scoreScaleSourcedId: unread,
      resultValueMin: unread,
      resultValueMax: { kind: cells.number, isRequired: true, to: 'max' },
      'metadata.journalSourcedId': {
        ...referenceTo('journals', { courseId: 'id' }),
        isRequired: false,
        note: 'required without `classSourcedId`',
      },
      'metadata.held': { kind: cells.flag, isRequired: false, to: 'held', fallback: true },
    },
    attributes: { courseId: 'courseId' },
    prepare: findJournals,
  },
  {
    file: 'results',
    collection: 'results',
    title: 'Marks',
    table: tables.marks,
    columns: {
      lineItemSourcedId: { ...referenceTo('lineItems', { columnId: 'id', courseId: 'courseId' }), isRequired: true },
      studentSourcedId: { ...referenceTo('users', { studentId: 'id' }), isRequired: true },
      scoreStatus: unread,
      score: { kind: cells.number, isRequired: false, to: 'score' },
      scoreDate: { kind: cells.day, isRequired: true },
      comment: { kind: cells.text, isRequired: false, to: 'comment' },
      textScore: { kind: cells.text, isRequired: false, to: 'value', note: 'what is shown; empty means `score`' },
      classSourcedId: unread,
      scoreScaleSourcedId: unread,
      'metadata.absent': { kind: cells.flag, isRequired: false, to: 'absent', fallback: false },
      'metadata.givenAt': {
        kind: cells.instant,
        isRequired: false,
        to: 'givenAt',
        note: 'empty means noon of `scoreDate`; of a mark of the last week, and of a changed mark, the time of the import',
      },
    },
    derive: ({ value, score, givenAt }, { scoreDate }) => ({
      value: value ?? (score === null || score === undefined ? null : String(score)),
      // `dateMarks` sets the time; the day is compared with that of the former import.
      givenAt: givenAt ?? `${scoreDate}T12:00:00Z`,
    }),
    async prepare(transaction, rows, context) {
      await dateMarks(transaction, rows, context)
      return findGradeBooks(transaction, rows)
    },
    exported: {
      rows: sql`select to_jsonb(marks) || jsonb_build_object('student_id', student_id) as row from marks join grade_books on grade_books.id = book_id order by marks.id`,
      cells: ({ givenAt }, timeZone) => ({
        scoreDate: dayInZone(new Date(String(givenAt)), timeZone),
        scoreStatus: 'fully graded',
      }),
    },
  },
  tableFormat('markHistory', 'Former values of marks', tables.markHistory),
]

/** The journal of the class, which is made if there is none. */
async function findJournals(transaction: Database, rows: readonly Row[]): Promise<RowFault[]> {
  const without = rows.filter(({ values }) => !values.courseId)
  const groups = listOf(without.map(({ values }) => values.groupId).filter(Boolean), 'uuid')
  await transaction.execute(sql`
    insert into courses (campaign_id, group_id, teacher_id, title) select campaign_id, id, teacher_id, title
    from study_groups where id in ${groups}
      and not exists (select from courses where group_id = study_groups.id)
  `)
  const { rows: found } = await transaction.execute<{ id: string; groupId: string }>(sql`
    select distinct on (group_id) id, group_id as "groupId" from courses
    where group_id in ${groups} order by group_id, id
  `)
  const journals = new Map(found.map(({ id, groupId }) => [groupId, id]))
  return without.flatMap((row): RowFault[] => {
    row.values.courseId = journals.get(String(row.values.groupId))
    return row.values.courseId ? [] : [{ row, column: 'classSourcedId', reason: 'empty' }]
  })
}

/** The student's grade book of the year with the course in it, which are made if there are none. */
async function findGradeBooks(transaction: Database, rows: readonly Row[]): Promise<RowFault[]> {
  const wanted = JSON.stringify(rows.map(({ values }) => ({ book_id: values.studentId, course_id: values.courseId })))
  const pairs = sql`(select distinct book_id as student_id, course_id, campaign_id from json_populate_recordset(null::grade_book_courses, ${wanted}::json) join courses on courses.id = course_id)`
  await transaction.execute(sql`
    insert into grade_books (student_id, campaign_id, title)
    select distinct student_id, campaign_id, title || ' ' || school_year
    from ${pairs} as pairs join campaigns on campaigns.id = campaign_id on conflict do nothing
  `)
  await transaction.execute(sql`
    insert into grade_book_courses (book_id, course_id)
    select grade_books.id, course_id from ${pairs} as pairs join grade_books using (student_id, campaign_id) on conflict do nothing
  `)
  const { rows: found } = await transaction.execute<{ id: string; studentId: string; courseId: string }>(sql`
    select grade_books.id, student_id as "studentId", course_id as "courseId"
    from ${pairs} as pairs join grade_books using (student_id, campaign_id)
  `)
  const books = new Map(found.map(({ id, studentId, courseId }) => [`${studentId} ${courseId}`, id]))
  return rows.flatMap((row): RowFault[] => {
    row.values.bookId = books.get(`${row.values.studentId} ${row.values.courseId}`)
    return row.values.value === null ? [{ row, column: 'score', reason: 'empty' }] : []
  })
}
