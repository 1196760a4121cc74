import { addDays, type Day } from '#server/days.ts'
import type { attendances, homeworkStates, lessonResults } from '#server/db/schema/learning.ts'
import type { Agreement } from './agreements.ts'
import type { Lesson } from './lessons.ts'
import type { Random } from './random.ts'

type Result = typeof lessonResults.$inferInsert
type Attendance = (typeof attendances)[number]
type HomeworkState = (typeof homeworkStates)[number]

const comments = [
  'Отличная работа на занятии, много верных идей.',
  'Стоит повторить прошлую тему: подведены вычисления.',
  'Молодец, помогал товарищам у доски.',
  'Нужно внимательнее читать условие.',
  'Хороший ответ, не хватило примера.',
  'Виден прогресс, так держать.',
]

const homeworkMax = 10
const testMax = 20

/** What came of the lessons that were, and of those of the coming week nothing yet. */
export function resultsOf(
  random: Random,
  { student, group, joinedOn, leftOn }: Agreement,
  lessons: readonly Lesson[],
  today: Day,
): Result[] {
  if (group === null) return []
  const talent = 0.55 + random.next() * 0.4
  return lessons
    .filter(({ day }) => joinedOn === undefined || day >= joinedOn)
    .filter(({ day, state }) => state !== 'cancelled' && day <= addDays(today, 7) && (leftOn === null || day < leftOn))
    .map((lesson) => {
      const attendance = attendanceOf(random, talent, lesson.day, today)
      const homeworkState = homeworkStateOf(random, talent, lesson.day, today)
      const isTested = lesson.topic.endsWith('проверочная работа')
      return {
        lessonId: lesson.id,
        studentId: student.person.id,
        attendance,
        homeworkState,
        homeworkScore: homeworkState === 'checked' ? scoreOf(random, talent, homeworkMax) : null,
        homeworkMax: homeworkState === 'none' ? null : homeworkMax,
        testScore:
          isTested && attendance !== 'absent' && attendance !== 'planned' ? scoreOf(random, talent, testMax) : null,
        testMax: isTested ? testMax : null,
        comment: attendance === 'present' && random.chance(0.12) ? random.pick(comments) : null,
      }
    })
}

function attendanceOf(random: Random, talent: number, day: Day, today: Day): Attendance {
  if (day >= today) return 'planned'
  if (random.chance(0.18 * (1.1 - talent))) return 'absent'
  return random.chance(0.05) ? 'late' : 'present'
}

function homeworkStateOf(random: Random, talent: number, day: Day, today: Day): HomeworkState {
  if (day >= today || random.chance(0.15)) return 'none'
  if (day >= addDays(today, -4)) return random.chance(0.5) ? 'open' : 'submitted'
  if (random.chance(0.3 * (1 - talent))) return 'overdue'
  return day >= addDays(today, -14) && random.chance(0.4) ? 'submitted' : 'checked'
}

function scoreOf(random: Random, talent: number, max: number): number {
  return Math.max(1, Math.min(max, Math.round(max * (talent + (random.next() - 0.5) * 0.4))))
}
