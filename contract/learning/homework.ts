import { z } from 'zod'
import { call } from '#contract/call.ts'
import { homeworkTaskStates } from '#contract/enumerations.ts'
import { day, iso, schoolText, uuid } from '#contract/schemas.ts'

export const homeworkTask = z.object({
  /** The lesson that set it, or the independent work. */
  uuid,
  studentUuid: uuid,
  subject: schoolText,
  /** Topic of the lesson, or title of the independent work. */
  title: schoolText,
  /** What is to be done, if the school wrote it down. */
  task: z.string().nullable(),
  /** Day of the lesson or of the independent work in the schedule. */
  scheduledOn: day,
  /** Deadline; without one of its own, the next lesson of the group. */
  dueAt: iso,
  /** Late work is accepted until then. */
  acceptedUntil: iso.nullable(),
  state: z.enum(homeworkTaskStates),
  /** It can still be handed in, in time or late. */
  canBeDone: z.boolean(),
  /** Both null without marks. */
  score: z.number().nullable(),
  max: z.number().nullable(),
  /** Where the independent work is done. */
  url: z.string().nullable(),
})
export type HomeworkTask = z.infer<typeof homeworkTask>

export const homework = z.object({
  /** Due in the weeks, by deadline. */
  tasks: z.array(homeworkTask),
  /** Due before them, and can still be done; by deadline. */
  earlier: z.array(homeworkTask),
})
export type Homework = z.infer<typeof homework>

export const listHomework = call('GET /v1/learning/homework/list', {
  summary: 'Homework of the person or the children that is due in the weeks (Monday to Sunday) from that of a day on',
  added: true,
  access: { who: 'group', groups: ['parent', 'student'] },
  /** `weeks`: one by default; the calendar of a month has up to six. */
  query: z.object({ date: day, weeks: z.coerce.number().int().min(1).max(6).optional() }),
  answer: homework,
})
