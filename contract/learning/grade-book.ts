import { z } from 'zod'
import { call } from '#contract/call.ts'
import { child, day, iso, schoolText, uuid } from '#contract/schemas.ts'

const parent = { who: 'group', groups: ['parent'] } as const
const student = { who: 'group', groups: ['student'] } as const
const family = { who: 'group', groups: ['parent', 'student'] } as const

export const mark = z.object({
  uuid,
  courseUuid: uuid,
  date: day,
  value: z.string(),
  markType: z.string(),
  weight: z.number(),
})
export type Mark = z.infer<typeof mark>

export const gradeBook = z.object({
  uuid,
  variant: z.enum(['school', 'academy', 'college']),
  title: schoolText,
  schoolYear: z.string(),
  terms: z.array(z.object({ uuid, title: schoolText, startsOn: day, endsOn: day })),
  courses: z.array(
    z.object({
      uuid,
      title: schoolText,
      /** The group whose lessons it marks; null if they are those of several groups or of none. */
      groupUuid: uuid.nullable(),
      teacher: z.string().nullable(),
      /**
       * Average of the year, rounded to hundredths; null without scores. School and college: mean weighted by kind;
       * academy: percentage of the maximum of scored work.
       */
      average: z.number().nullable(),
      termMarks: z.array(z.object({ termUuid: uuid, value: z.string() })),
      finalMark: z.string().nullable(),
    }),
  ),
})
export type GradeBook = z.infer<typeof gradeBook>

const retake = z.object({
  bookUuid: uuid,
  courseUuid: uuid,
  termUuid: uuid,
  /** The next day of an exam, or of a credit, of the course in the term; null if the journal has none. */
  retakeOn: day.nullable(),
})
export type Retake = z.infer<typeof retake>

export const listChildrenGradeBooks = call('GET /v1/parent/children/grade-book/list', {
  summary: 'The grade books of each child, and the exams and credits of a college that are to be retaken',
  access: parent,
  answer: z.array(z.object({ student: child, books: z.array(gradeBook), retakes: z.array(retake) })),
})

export const listOwnGradeBooks = call('GET /v1/student/grade-book/list', {
  summary: 'The student’s grade books, whole with their marks; what is to be retaken is in the answer of `books`',
  access: student,
  answer: z.object({ books: z.array(gradeBook.extend({ marks: z.array(mark) })) }),
})

export const listOwnBookTitles = call('GET /v1/student/grade-book/books', {
  summary:
    'The student’s grade books without their marks, which `marks` brings by terms: they may be thousands; and the exams and credits of a college that are to be retaken',
  added: true,
  access: student,
  answer: z.object({ books: z.array(gradeBook), retakes: z.array(retake) }),
})

const book = z.object({ bookUuid: uuid })
const studentBookQuery = book.extend({ studentUuid: uuid })

const coursesWithoutJournals = {
  summary: 'Courses without a journal, and why',
  answer: z.array(z.object({ courseUuid: uuid, title: schoolText, reason: schoolText })),
}
export const listCoursesWithoutJournals = call('GET /v1/parent/children/grade-book/courses-without-journals', {
  ...coursesWithoutJournals,
  access: parent,
  query: studentBookQuery,
})
export const listOwnCoursesWithoutJournals = call('GET /v1/student/grade-book/courses-without-journals', {
  ...coursesWithoutJournals,
  added: true,
  access: student,
  query: book,
})

const settings = {
  summary: 'The scale and the kinds of marks of a grade book',
  answer: z.object({
    scale: z.object({ kind: z.enum(['five', 'hundred', 'passFail']), passing: z.number(), max: z.number() }),
    markTypes: z.array(z.object({ code: z.string(), title: schoolText, weight: z.number() })),
  }),
}
export const getGradeBookSettings = call('GET /v1/parent/children/grade-book/settings', {
  ...settings,
  access: parent,
  query: studentBookQuery,
})
export const getOwnGradeBookSettings = call('GET /v1/student/grade-book/settings', {
  ...settings,
  added: true,
  access: student,
  query: book,
})

const termQuery = { courseUuid: uuid, termUuid: uuid }
const scoreJournal = {
  summary: 'The score journal of a course in a term (academy)',
  answer: z.object({
    columns: z.array(z.object({ uuid, date: day, topic: schoolText, markType: z.string(), max: z.number() })),
    scores: z.array(
      z.object({ columnUuid: uuid, value: z.number().nullable(), absent: z.boolean(), markUuid: uuid.nullable() }),
    ),
    /** Over columns with a score: absences and missing marks do not count. */
    total: z.number(),
    max: z.number(),
  }),
}
export const getScoreJournal = call('GET /v1/parent/children/grade-book/score-journal', {
  ...scoreJournal,
  access: parent,
  query: studentBookQuery.extend(termQuery),
})
export const getOwnScoreJournal = call('GET /v1/student/grade-book/score-journal', {
  ...scoreJournal,
  added: true,
  access: student,
  query: book.extend(termQuery),
})

const termCoursesQuery = { termUuid: uuid, courseUuid: z.array(uuid).max(1000) }
const marksOfTerm = {
  summary: 'The marks of courses in a term',
  answer: z.array(mark),
}
export const listMarks = call('GET /v1/parent/children/grade-book/marks', {
  ...marksOfTerm,
  access: parent,
  query: studentBookQuery.extend(termCoursesQuery),
})
export const listOwnMarks = call('GET /v1/student/grade-book/marks', {
  ...marksOfTerm,
  added: true,
  access: student,
  query: book.extend(termCoursesQuery),
})

/** A day of a course's journal: the header of a column. */
export const journalDay = z.object({
  uuid,
  courseUuid: uuid,
  termUuid: uuid,
  date: day,
  topic: schoolText,
  markType: z.string(),
  max: z.number(),
  /** False for a lesson that was not held. */
  held: z.boolean(),
  /** The student's mark; null without one. */
  markUuid: uuid.nullable(),
  absent: z.boolean(),
  /** Previous marks, the earliest first, such as failed exam attempts. */
  earlier: z.array(z.string()),
})
export type JournalDay = z.infer<typeof journalDay>

const journalDays = {
  summary: 'The days of all journals of a term, marked or not',
  added: true,
  answer: z.array(journalDay),
} as const
export const listJournalDays = call('GET /v1/parent/children/grade-book/journal-days', {
  ...journalDays,
  access: parent,
  query: studentBookQuery.extend({ termUuid: uuid }),
})
export const listOwnJournalDays = call('GET /v1/student/grade-book/journal-days', {
  ...journalDays,
  access: student,
  query: book.extend({ termUuid: uuid }),
})

const markDetails = {
  summary: 'What a mark was given for, its history and the group’s average',
  query: z.object({ markUuid: uuid }),
  answer: z.object({
    uuid,
    topic: schoolText,
    task: z.string().nullable(),
    comment: z.string().nullable(),
    teacher: z.string(),
    /** All values with their dates, the earliest first; the last is the present one. */
    history: z.array(z.object({ value: z.string(), at: iso })),
    /** Null with fewer than five marks. */
    groupAverage: z.number().nullable(),
  }),
}
export const getMarkDetails = call('GET /v1/parent/children/grade-book/mark-details', {
  ...markDetails,
  access: parent,
})
export const getOwnMarkDetails = call('GET /v1/student/grade-book/mark-details', {
  ...markDetails,
  added: true,
  access: student,
})

export const getRecordBookLink = call('GET /v1/learning/record-book-link', {
  summary: 'The address of a grade book as PDF, good for 10 minutes',
  added: true,
  access: family,
  query: z.object({ bookUuid: uuid }),
  answer: z.object({ url: z.string() }),
})
