import { z } from 'zod'
import { call } from '#contract/call.ts'
import { lessonFormats } from '#contract/enumerations.ts'
import { iso, schoolText, uuid } from '#contract/schemas.ts'

export const schoolEvent = z.object({
  uuid,
  title: schoolText,
  summary: schoolText,
  category: schoolText,
  format: z.enum(lessonFormats),
  startsAt: iso,
  endsAt: iso,
  place: schoolText.nullable(),
  url: z.string().nullable(),
  imageUrl: z.string().nullable(),
})
export type SchoolEvent = z.infer<typeof schoolEvent>

export const listEvents = call('GET /v1/profile/events', {
  summary: 'Events of the school, past and to come',
  access: { who: 'signed-in' },
  revalidated: true,
  answer: z.array(schoolEvent),
})
