import type { LessonFormat } from '#contract/enumerations.ts'
import { addDays, type Day, instantAt, mondayOf } from '#server/days.ts'
import type { conversations, exams } from '#server/db/schema/schedule.ts'
import { type SubjectCode, subjects } from './curriculum.ts'
import type { Frame } from './frame.ts'
import type { Student } from './people.ts'
import type { Random } from './random.ts'

type World = { frame: Frame; timeZone: string; teachers: readonly { id: string }[] }
type Exam = typeof exams.$inferInsert
type Conversation = typeof conversations.$inferInsert

const examTitles = ['Пробный экзамен', 'Диагностическая работа', 'Итоговое тестирование', 'Зачёт']
const conversationTitles = [
  'Встреча с куратором',
  'Разговор о результатах четверти',
  'Консультация преподавателя',
  'Беседа о выборе направления',
  'Встреча с психологом',
]

/** Weeks from the present one: every student has something behind and something ahead. */
const examWeeks = [-9, -4, 0, 2, 5, 11]
const conversationWeeks = [-6, -1, 1, 4, 9]

export function examsOf(random: Random, student: Student, world: World, codes: readonly SubjectCode[]): Exam[] {
  return examWeeks.map((week) => {
    const subjectCode = random.pick(codes)
    return {
      ...appointment(random, student, world, week, random.pick(['offline', 'offline', 'webinar'])),
      title: `${random.pick(examTitles)}: ${subjects[subjectCode].title.toLowerCase()}`,
      subjectCode,
    }
  })
}

export function conversationsOf(random: Random, student: Student, world: World): Conversation[] {
  return conversationWeeks.map((week) => ({
    ...appointment(random, student, world, week, random.pick(['webinar', 'offline'])),
    title: random.pick(conversationTitles),
  }))
}

function appointment(
  random: Random,
  { person }: Student,
  { frame, timeZone, teachers }: World,
  week: number,
  format: LessonFormat,
) {
  const day: Day = addDays(mondayOf(frame.today), week * 7 + random.integer(0, 5))
  const hour = random.integer(10, 13)
  const id = random.uuid()
  return {
    id,
    studentId: person.id,
    teacherId: random.pick(teachers).id,
    format,
    startsAt: instantAt(day, `${hour}:00`, timeZone),
    endsAt: instantAt(day, `${hour + 1}:${random.pick(['00', '30'])}`, timeZone),
    place: format === 'offline' ? `${random.pick(frame.territories).title}, кабинет ${random.integer(101, 318)}` : null,
    joinUrl: format === 'offline' ? null : `https://webinar.school.example/room/${id.slice(0, 8)}`,
    state: random.weighted([
      ['planned', 90],
      ['moved', 6],
      ['cancelled', 4],
    ] as const),
  }
}
