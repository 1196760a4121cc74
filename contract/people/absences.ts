import { z } from 'zod'
import { call } from '#contract/call.ts'
import { absenceReasons } from '#contract/enumerations.ts'
import { absenceCommentLength } from '#contract/limits.ts'
import { day, iso, page, pageOf, schoolText, uuid } from '#contract/schemas.ts'

const family = { who: 'group', groups: ['parent', 'student'] } as const

/** One lesson, or whole days; the days of a lesson are its day. */
const when = { lessonUuid: uuid.nullable(), startsOn: day, endsOn: day }

const absence = z.object({
  uuid,
  studentUuid: uuid,
  reason: z.enum(absenceReasons),
  comment: z.string().nullable(),
  ...when,
  /** Until its first lesson begins. */
  canWithdraw: z.boolean(),
})
export type Absence = z.infer<typeof absence>

export const listAbsences = call('GET /v1/schedule/absence/list', {
  summary: 'Reported absences of the family, and the students whom the user may report',
  added: true,
  access: family,
  answer: z.object({ absences: z.array(absence), students: z.array(uuid) }),
})

export const reportAbsence = call('POST /v1/schedule/absence/create', {
  summary: 'Reports that a student will miss a lesson or whole days; 409 when the lesson has begun or it is reported',
  added: true,
  access: family,
  idempotent: true,
  body: z.strictObject({
    studentUuid: uuid,
    reason: z.enum(absenceReasons),
    /** Required for `other`. */
    comment: z.string().max(absenceCommentLength).optional(),
    /** Either a lesson, or the days. */
    lessonUuid: uuid.optional(),
    startsOn: day.optional(),
    endsOn: day.optional(),
  }),
  answer: z.object({ uuid }),
  status: 201,
})

export const withdrawAbsence = call('DELETE /v1/schedule/absence/{id}', {
  summary: 'Takes a report back; 409 when its first lesson has begun',
  added: true,
  access: family,
  params: z.object({ id: uuid }),
})

const named = z.object({ id: uuid, name: z.string() })

const reported = z.object({
  id: uuid,
  student: named,
  reason: z.enum(absenceReasons),
  comment: z.string().nullable(),
  startsOn: day,
  endsOn: day,
  /** Null for whole days. */
  lesson: z.object({ groupTitle: schoolText, startsAt: iso }).nullable(),
  by: named,
  createdAt: iso,
})
export type ReportedAbsence = z.infer<typeof reported>

export const listReportedAbsences = call('GET /v1/admin/absence/list', {
  summary: 'Reported absences of today and later, by day',
  added: true,
  access: { who: 'check', check: 'admin' },
  query: z.object({ page }),
  answer: pageOf(reported),
})
