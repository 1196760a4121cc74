import { z } from 'zod'
import { call } from '#contract/call.ts'
import { attentionKinds, lessonFormats } from '#contract/enumerations.ts'
import { count, day, schoolText, uuid } from '#contract/schemas.ts'

const parent = { who: 'group', groups: ['parent'] } as const

export const progressGroup = z.object({ groupId: uuid, studentUuid: uuid, title: schoolText, subject: schoolText })
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
      topic: schoolText,
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
  topic: schoolText,
  /** Number of overdue homework or consecutive absences; null for a test. */
  count: count.nullable(),
  /** For a test: shares of its maximum, 0 to 1. */
  share: z.number().nullable(),
  usualShare: z.number().nullable(),
})
export type Attention = z.infer<typeof attention>

export const progressOverview = z.object({
  studentUuid: uuid,
  groups: z.array(progressSums.extend({ groupId: uuid, title: schoolText, subject: schoolText })),
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
