import { type AttentionKind, attentionKinds } from '#contract/enumerations.ts'
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
/** Twice a week or less, so a test comes every two to four weeks. */
const lessonsATest = 4

/** What came of the lessons that were, and of those of the coming week nothing yet; `troubles` come last. */
export function resultsOf(
  random: Random,
  { student, group, joinedOn, leftOn }: Agreement,
  lessons: readonly Lesson[],
  { today, troubles }: { today: Day; troubles: readonly AttentionKind[] },
): Result[] {
  if (group === null) return []
  const talent = 0.55 + random.next() * 0.4
  const attended = lessons
    .filter(({ day }) => joinedOn === undefined || day >= joinedOn)
    .filter(({ day, state }) => state !== 'cancelled' && day <= addDays(today, 7) && (leftOn === null || day < leftOn))
    // A lesson that was moved may come after the one that follows it.
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const results = attended.map((lesson, index) => {
    const attendance = attendanceOf(random, talent, lesson.day, today)
    const homeworkState = homeworkStateOf(random, talent, lesson.day, today)
    const isTested = index % lessonsATest === lessonsATest - 1
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
  const past = results.filter((_, index) => (attended[index]?.day ?? today) < today)
  for (const trouble of troubles) bring[trouble](past)
  return results
}

/** What gives the parents who sign in something to attend to, of every kind, as soon as there were lessons enough. */
const bring: Record<AttentionKind, (past: readonly Result[]) => void> = {
  'test-below-usual': (past) => {
    // Not the last three, which may be those that are missed in a row; five of the others make what is usual.
    const earlier = past.slice(0, -3)
    const step = Math.max(1, Math.floor(earlier.length / 5))
    const tests = earlier.filter((result, index) => result.testMax !== null || index % step === 0)
    for (const test of tests) {
      const isLatest = test === tests.at(-1)
      Object.assign(test, {
        attendance: 'present',
        testMax,
        testScore: isLatest ? 9 : Math.max(14, test.testScore ?? 0),
      })
      if (isLatest) test.comment = 'Тему нужно повторить: разберём ошибки на следующем занятии.'
    }
    for (const result of past.slice(-3)) Object.assign(result, { testMax: null, testScore: null })
  },
  'homework-overdue': (past) => {
    for (const result of past.slice(-5, -3))
      Object.assign(result, { homeworkState: 'overdue', homeworkScore: null, homeworkMax })
  },
  'absences-in-a-row': (past) => {
    for (const result of past.slice(-3)) Object.assign(result, { attendance: 'absent', testScore: null, comment: null })
  },
}

/** Long enough for something usual, and for something else after it. */
const daysForTroubles = 45

/**
 * Each kind of trouble to one of the agreements by which the children of a parent who signs in study now, one for each
 * child before a second one for any.
 */
export function troublesOf(agreements: readonly Agreement[], today: Day): Map<Agreement, AttentionKind[]> {
  const troubles = new Map<Agreement, AttentionKind[]>()
  const shown = agreements.filter(
    ({ student, leftOn, group }) =>
      student.isShown && leftOn === null && group !== null && group.row.startsOn <= addDays(today, -daysForTroubles),
  )
  for (const own of Map.groupBy(shown, ({ student }) => student.customer.id).values()) {
    const firstOfEach = own.filter(
      ({ student }, index) => own.findIndex((other) => other.student === student) === index,
    )
    const inTurn = [...firstOfEach, ...own.filter((agreement) => !firstOfEach.includes(agreement))]
    for (const [index, kind] of attentionKinds.toReversed().entries()) {
      const agreement = inTurn[index % inTurn.length] as Agreement
      troubles.set(agreement, [...(troubles.get(agreement) ?? []), kind])
    }
  }
  return troubles
}

function attendanceOf(random: Random, talent: number, day: Day, today: Day): Attendance {
  if (day >= today) return 'planned'
  if (random.chance(0.18 * (1.1 - talent))) return 'absent'
  return random.chance(0.05) ? 'late' : 'present'
}

function homeworkStateOf(random: Random, talent: number, day: Day, today: Day): HomeworkState {
  if (day >= today || random.chance(0.15)) return 'none'
  if (day >= addDays(today, -4)) return random.chance(0.5) ? 'open' : 'submitted'
  if (random.chance(0.12 * (1 - talent))) return 'overdue'
  return day >= addDays(today, -14) && random.chance(0.4) ? 'submitted' : 'checked'
}

function scoreOf(random: Random, talent: number, max: number): number {
  return Math.max(1, Math.min(max, Math.round(max * (talent + (random.next() - 0.5) * 0.4))))
}
