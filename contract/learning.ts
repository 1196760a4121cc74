import { z } from 'zod'
import { call } from './call.ts'
import { attentionKinds, lessonFormats, newsSections } from './enumerations.ts'
import { child, count, day, iso, uuid } from './schemas.ts'

const parent = { who: 'group', groups: ['parent'] } as const
const student = { who: 'group', groups: ['student'] } as const

export const progressGroup = z.object({ groupId: uuid, studentUuid: uuid, title: z.string(), subject: z.string() })
export type ProgressGroup = z.infer<typeof progressGroup>

export const listProgressGroups = call('GET /v1/parent/children/progress/groups', {
  summary: 'Groups whose progress can be read, child by child, the present ones first',
  access: parent,
  answer: z.array(progressGroup),
})

const score = z.number().nullable()

/** Sums over lessons: attended (including late) of held, and score of the maximum for marked work. */
const progressTotals = z.object({
  attended: count,
  held: count,
  homeworkScore: z.number(),
  homeworkMax: z.number(),
  testScore: z.number(),
  testMax: z.number(),
})
export type ProgressTotals = z.infer<typeof progressTotals>

export const progressTrend = z.object({
  /** The part of the summary in the last 30 days. */
  recent: progressTotals,
  /** By month (`YYYY-MM`), the earliest first. */
  months: z.array(progressTotals.extend({ month: z.string() })),
})
export type ProgressTrend = z.infer<typeof progressTrend>

const progressSums = progressTrend.extend({ summary: progressTotals })
export type ProgressSums = z.infer<typeof progressSums>

export const progress = z.object({
  summary: progressTotals,
  /** The latest first; lessons of the coming week are `planned`. */
  items: z.array(
    z.object({
      uuid,
      date: day,
      topic: z.string(),
      format: z.enum(lessonFormats),
      attendance: z.enum(['present', 'absent', 'late', 'planned']),
      homework: z
        .object({ score, max: z.number(), state: z.enum(['none', 'open', 'submitted', 'checked', 'overdue']) })
        .nullable(),
      test: z.object({ score, max: z.number() }).nullable(),
      comment: z.string().nullable(),
    }),
  ),
})
export type Progress = z.infer<typeof progress>
export type ProgressItem = Progress['items'][number]

const childInGroup = z.object({ studentUuid: uuid, groupId: uuid })

export const listProgress = call('GET /v1/parent/children/progress/list', {
  summary: 'Attendance, homework and tests of a child in a group',
  access: parent,
  query: childInGroup,
  answer: progress,
})

export const getProgressTrend = call('GET /v1/parent/children/progress/trend', {
  summary: 'The same in sums of the last 30 days and by month',
  added: true,
  access: parent,
  query: childInGroup,
  answer: progressTrend,
})

/** Something that needs attention, and its lesson. */
const attention = z.object({
  kind: z.enum(attentionKinds),
  groupId: uuid,
  lessonUuid: uuid,
  date: day,
  topic: z.string(),
  /** Number of overdue homework or consecutive absences; null for a test. */
  count: count.nullable(),
  /** For a test: shares of its maximum, 0 to 1. */
  share: z.number().nullable(),
  usualShare: z.number().nullable(),
})
export type Attention = z.infer<typeof attention>

export const progressOverview = z.object({
  studentUuid: uuid,
  groups: z.array(progressSums.extend({ groupId: uuid, title: z.string(), subject: z.string() })),
  /** What needs attention, the most urgent first. */
  attention: z.array(attention),
})
export type ProgressOverview = z.infer<typeof progressOverview>

export const listProgressOverview = call('GET /v1/parent/children/progress/overview', {
  summary: 'The children side by side: each group in sums and by month, and what needs attention',
  added: true,
  access: parent,
  answer: z.array(progressOverview),
})

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
  title: z.string(),
  schoolYear: z.string(),
  terms: z.array(z.object({ uuid, title: z.string(), startsOn: day, endsOn: day })),
  courses: z.array(
    z.object({
      uuid,
      title: z.string(),
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

export const listChildrenGradeBooks = call('GET /v1/parent/children/grade-book/list', {
  summary: 'The grade books of each child',
  access: parent,
  answer: z.array(z.object({ student: child, books: z.array(gradeBook) })),
})

export const listOwnGradeBooks = call('GET /v1/student/grade-book/list', {
  summary: 'The student’s grade books, whole with their marks',
  access: student,
  answer: z.object({ books: z.array(gradeBook.extend({ marks: z.array(mark) })) }),
})

export const listOwnBookTitles = call('GET /v1/student/grade-book/books', {
  summary: 'The student’s grade books without their marks, which `marks` brings by terms: they may be thousands',
  added: true,
  access: student,
  answer: z.object({ books: z.array(gradeBook) }),
})

const book = z.object({ bookUuid: uuid })
const studentBookQuery = book.extend({ studentUuid: uuid })

const coursesWithoutJournals = {
  summary: 'Courses without a journal, and why',
  answer: z.array(z.object({ courseUuid: uuid, title: z.string(), reason: z.string() })),
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
    markTypes: z.array(z.object({ code: z.string(), title: z.string(), weight: z.number() })),
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
    columns: z.array(z.object({ uuid, date: day, topic: z.string(), markType: z.string(), max: z.number() })),
    scores: z.array(z.object({ columnUuid: uuid, value: score, absent: z.boolean(), markUuid: uuid.nullable() })),
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
  topic: z.string(),
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
    topic: z.string(),
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

const family = { who: 'group', groups: ['parent', 'student'] } as const

export const newMark = z.object({
  uuid,
  studentUuid: uuid,
  bookUuid: uuid,
  courseUuid: uuid,
  termUuid: uuid,
  course: z.string(),
  date: day,
  topic: z.string(),
  value: z.string(),
  /** Maximum of the work: 5 where marks are on the five-point scale. */
  max: z.number(),
  markType: z.string(),
  givenAt: iso,
  /** Given or changed since the user last looked. */
  isNew: z.boolean(),
})
export type NewMark = z.infer<typeof newMark>

export const listNewMarks = call('GET /v1/learning/mark/newest', {
  summary: 'The newest marks of a family: the latest 20, and all that are new up to 200',
  added: true,
  access: family,
  answer: z.array(newMark),
})

export const getNews = call('GET /v1/learning/news', {
  summary: 'How much there is in each section that the person has not seen',
  added: true,
  access: family,
  answer: z.array(z.object({ section: z.enum(newsSections), count })),
})

export const markNewsSeen = call('POST /v1/learning/news/seen', {
  summary: 'The person has seen a section, or items of it, as it was at an instant; 404 for what is not their news',
  added: true,
  access: family,
  body: z.strictObject({
    section: z.enum(newsSections),
    at: iso,
    /** A mark or a schedule entry that was opened. */
    item: uuid.optional(),
    /** Several of them, such as the new marks of one child. */
    items: z.array(uuid).min(1).max(200).optional(),
  }),
})

export const getRecordBookLink = call('GET /v1/learning/record-book-link', {
  summary: 'The address of a grade book as PDF, good for 10 minutes',
  added: true,
  access: family,
  query: z.object({ bookUuid: uuid }),
  answer: z.object({ url: z.string() }),
})
