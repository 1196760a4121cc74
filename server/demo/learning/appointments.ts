import type { LessonFormat } from '#contract/enumerations.ts'
import type { conversations, exams } from '#server/db/schema/schedule.ts'
import type { Student } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { type SubjectCode, subjects } from '#server/demo/structure/curriculum.ts'
import type { SchoolStructure } from '#server/demo/structure/school-structure.ts'
import { addDays, type Day, mondayOf, zonedInstant } from '#server/time/calendar-days.ts'
import { createLessonChange, stateAt } from './demo-changes.ts'

type DemoContext = { structure: SchoolStructure; now: Date; timeZone: string; teachers: readonly { id: string }[] }
type Exam = typeof exams.$inferInsert
type Conversation = typeof conversations.$inferInsert

const examKinds = ['пробный экзамен', 'диагностическая работа', 'итоговое тестирование', 'зачёт']
const conversationTitles = [
  'Встреча с куратором',
  'Разговор о результатах четверти',
  'Консультация преподавателя',
  'Беседа о выборе направления',
  'Встреча с психологом',
]

/** Weeks relative to the current one: every student has past and future appointments. */
const examWeeks = [-9, -4, 0, 2, 5, 11]
const conversationWeeks = [-6, -1, 1, 4, 9]

export function createExams(
  random: Random,
  student: Student,
  context: DemoContext,
  codes: readonly SubjectCode[],
): Exam[] {
  return examWeeks.map((week) => {
    const subjectCode = random.pick(codes)
    return {
      ...appointment(random, student, context, week, random.pick(['offline', 'offline', 'webinar'])),
      // The subject first: a calendar has room for the first words only.
      title: `${subjects[subjectCode].title}: ${random.pick(examKinds)}`,
      subjectCode,
    }
  })
}

export function createConversations(random: Random, student: Student, context: DemoContext): Conversation[] {
  return conversationWeeks.map((week) => ({
    ...appointment(random, student, context, week, random.pick(['webinar', 'offline'])),
    title: random.pick(conversationTitles),
  }))
}

function appointment(
  random: Random,
  { person }: Student,
  { structure, now, timeZone, teachers }: DemoContext,
  week: number,
  format: LessonFormat,
) {
  const day: Day = addDays(mondayOf(structure.today), week * 7 + random.integer(0, 5))
  const hour = random.integer(10, 13)
  const id = random.uuid()
  const teacherId = random.pick(teachers).id
  const hours = (on: Day, end: string) => ({
    startsAt: zonedInstant(on, `${hour}:00`, timeZone),
    endsAt: zonedInstant(on, end, timeZone),
  })
  const end = `${hour + 1}:${random.pick(['00', '30'])}`
  const times = hours(day, end)
  const place =
    format === 'offline' ? `${random.pick(structure.territories).title}, кабинет ${random.integer(101, 318)}` : null
  const drawn = random.weighted([
    ['planned', 90],
    ['moved', 6],
    ['cancelled', 4],
  ] as const)
  const state = stateAt(drawn, times.startsAt, now)
  return {
    id,
    studentId: person.id,
    teacherId,
    format,
    ...times,
    place,
    joinUrl: format === 'offline' ? null : `https://webinar.school.example/room/${id.slice(0, 8)}`,
    state,
    ...createLessonChange(random.fork(`change ${id}`), state, { ...hours(addDays(day, -1), end), place }, now),
  }
}
