import { z } from 'zod'
import { call } from '#contract/call.ts'
import { absenceReasons, lessonFormats, lessonStates } from '#contract/enumerations.ts'
import { count, iso, schoolText, uuid } from '#contract/schemas.ts'

export const taughtLesson = z.object({
  uuid,
  groupTitle: schoolText,
  subject: schoolText,
  topic: schoolText,
  format: z.enum(lessonFormats),
  state: z.enum(lessonStates),
  startsAt: iso,
  endsAt: iso,
  place: schoolText.nullable(),
  joinUrl: z.string().nullable(),
  /** The user stands in for the teacher of the group. */
  isSubstitute: z.boolean(),
  /** That teacher; null for a lesson of the user’s own group, and for a group without a teacher. */
  replacedTeacher: z.string().nullable(),
  /** Members of the group on that day. */
  students: count,
  /** Students who are reported absent, by name. */
  absent: z.array(z.object({ name: z.string(), reason: z.enum(absenceReasons) })),
})
export type TaughtLesson = z.infer<typeof taughtLesson>

export const taughtGroup = z.object({
  uuid,
  title: schoolText,
  subject: schoolText,
  /** Present students by name. */
  students: z.array(z.object({ uuid, name: z.string() })),
  /** Null when no lesson is ahead. */
  nextLessonAt: iso.nullable(),
  /** The user is only the curator, another person teaches it. */
  isCurated: z.boolean(),
  /** Of a curated group: who is reported absent from a coming lesson of the seven days, by name, with the first one. */
  absent: z.array(z.object({ name: z.string(), reason: z.enum(absenceReasons), lessonAt: iso })),
})
export type TaughtGroup = z.infer<typeof taughtGroup>

export const getTeacherDay = call('GET /v1/teacher/day', {
  summary:
    'The lessons that the user teaches today and on the next six days, and the present groups that the user teaches or curates',
  added: true,
  access: { who: 'group', groups: ['teacher'] },
  answer: z.object({ lessons: z.array(taughtLesson), groups: z.array(taughtGroup) }),
})
