import { z } from 'zod'
import { call } from './call.ts'
import { lessonFormats } from './enumerations.ts'
import { child, count, day, iso, uuid } from './shapes.ts'

const parent = { who: 'group', groups: ['parent'] } as const
const student = { who: 'group', groups: ['student'] } as const

export const listProgressGroups = call('GET /v1/parent/children/progress/groups', {
  summary: 'Groups whose progress can be read',
  access: parent,
  answer: z.array(z.object({ groupId: uuid, studentUuid: uuid, title: z.string(), subject: z.string() })),
})

const score = z.number().nullable()

export const progress = z.object({
  summary: z.object({
    attended: count,
    held: count,
    homeworkScore: z.number(),
    homeworkMax: z.number(),
    testScore: z.number(),
    testMax: z.number(),
  }),
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

export const listProgress = call('GET /v1/parent/children/progress/list', {
  summary: 'Attendance, homework and tests of a child in a group',
  access: parent,
  query: z.object({ studentUuid: uuid, groupId: uuid }),
  answer: progress,
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

const ofBook = z.object({ studentUuid: uuid, bookUuid: uuid })

export const listCoursesWithoutJournals = call('GET /v1/parent/children/grade-book/courses-without-journals', {
  summary: 'Courses without a journal, and why',
  access: parent,
  query: ofBook,
  answer: z.array(z.object({ courseUuid: uuid, title: z.string(), reason: z.string() })),
})

export const getGradeBookSettings = call('GET /v1/parent/children/grade-book/settings', {
  summary: 'The scale and the kinds of marks of a grade book',
  access: parent,
  query: ofBook,
  answer: z.object({
    scale: z.object({ kind: z.enum(['five', 'hundred', 'passFail']), passing: z.number(), max: z.number() }),
    markTypes: z.array(z.object({ code: z.string(), title: z.string(), weight: z.number() })),
  }),
})

export const getScoreJournal = call('GET /v1/parent/children/grade-book/score-journal', {
  summary: 'The score journal of a course in a term (academy)',
  access: parent,
  query: ofBook.extend({ courseUuid: uuid, termUuid: uuid }),
  answer: z.object({
    columns: z.array(z.object({ uuid, date: day, topic: z.string(), markType: z.string(), max: z.number() })),
    scores: z.array(z.object({ columnUuid: uuid, value: score, absent: z.boolean(), markUuid: uuid.nullable() })),
    total: z.number(),
    max: z.number(),
  }),
})

export const listMarks = call('GET /v1/parent/children/grade-book/marks', {
  summary: 'The marks of courses in a term',
  access: parent,
  query: ofBook.extend({ termUuid: uuid, courseUuid: z.array(uuid).max(1000) }),
  answer: z.array(mark),
})

export const getMarkDetails = call('GET /v1/parent/children/grade-book/mark-details', {
  summary: 'What a mark was given for, its history and the group’s average',
  access: parent,
  query: z.object({ markUuid: uuid }),
  answer: z.object({
    uuid,
    topic: z.string(),
    task: z.string().nullable(),
    comment: z.string().nullable(),
    teacher: z.string(),
    history: z.array(z.object({ value: z.string(), at: iso })),
    groupAverage: z.number().nullable(),
  }),
})
