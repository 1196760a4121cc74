import { z } from 'zod'
import { call } from '#contract/call.ts'
import { unseenSections } from '#contract/enumerations.ts'
import { roleGroups } from '#contract/roles.ts'
import { count, day, iso, schoolText, uuid } from '#contract/schemas.ts'

const family = { who: 'group', groups: ['parent', 'student'] } as const

export const newMark = z.object({
  uuid,
  studentUuid: uuid,
  bookUuid: uuid,
  courseUuid: uuid,
  termUuid: uuid,
  course: schoolText,
  date: day,
  topic: schoolText,
  value: z.string(),
  /** Maximum of the work: 5 where marks are on the five-point scale. */
  max: z.number(),
  markType: schoolText,
  givenAt: iso,
  /** Given or changed since the user last looked. */
  isNew: z.boolean(),
})
export type NewMark = z.infer<typeof newMark>

export const listNewMarks = call('GET /v1/learning/mark/newest', {
  summary: 'The newest marks of a family without absences: the latest 20, and all that are new up to 200',
  added: true,
  access: family,
  answer: z.array(newMark),
})

export const countUnseen = call('GET /v1/learning/unseen', {
  summary:
    'How much there is in each section that the person has not seen; of messages, also for teachers and administrators',
  added: true,
  access: { who: 'group', groups: roleGroups },
  answer: z.array(
    z.object({
      /** `messages` counts conversations with an unread answer; for an administrator, messages that wait for this one. */
      section: z.enum([...unseenSections, 'messages']),
      count,
    }),
  ),
})

export const markSeen = call('POST /v1/learning/unseen/seen', {
  summary: 'The person has seen a section, or items of it, as it was at an instant; 404 for what is not their news',
  added: true,
  access: family,
  body: z.strictObject({
    section: z.enum(unseenSections),
    at: iso,
    /** A mark or a schedule entry that was opened. */
    item: uuid.optional(),
    /** Several of them, such as the new marks of one child. */
    items: z.array(uuid).min(1).max(200).optional(),
  }),
})
