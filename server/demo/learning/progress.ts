import { type AttentionKind, attentionKinds } from '#contract/enumerations.ts'
import type { attendances, homeworkStates, lessonResults } from '#server/db/schema/learning.ts'
import type { PlannedContract } from '#server/demo/enrolment/planned-contracts.ts'
import type { Random } from '#server/demo/rows/random.ts'
import type { SubjectCode } from '#server/demo/structure/curriculum.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'
import type { Lesson } from './lessons.ts'

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

const homeworkTasks = [
  'Прочитать параграф и ответить на вопросы после него.',
  'Выполнить задания в рабочей тетради на странице 24.',
  'Повторить определения и подготовить два своих примера.',
  'Разобрать ошибки последней работы и переписать её.',
]
const problemTask = 'Решить задачи 4–9 и записать ход решения.'
const exerciseTask = 'Выполнить письменно упражнения 118 и 120.'
const designTasks = [
  'Подготовить три эскиза и выбрать один для макета.',
  'Довести макет до чистовика и показать его на занятии.',
  'Подобрать пять примеров по теме и объяснить выбор.',
  'Исправить работу по замечаниям преподавателя.',
]

/** What a subject sets in turn. */
const tasksOfSubject: Partial<Record<SubjectCode, readonly string[]>> = {
  math: [problemTask, ...homeworkTasks],
  physics: [problemTask, ...homeworkTasks],
  chemistry: [problemTask, ...homeworkTasks],
  informatics: [problemTask, ...homeworkTasks],
  russian: [exerciseTask, ...homeworkTasks],
  english: [exerciseTask, ...homeworkTasks],
  design: designTasks,
}
const homeworkMax = 10
/** Days after the deadline in which late homework is accepted. */
const lateDays = 21
const dayLength = 86_400_000
const testMax = 20
/** A group meets at most twice a week, so a test comes every two to four weeks. */
const lessonsATest = 4

/** Results of past lessons and planned ones of the coming week; the `problems` are applied last. */
export function createLessonResults(
  random: Random,
  { student, group, joinedOn, leftOn }: PlannedContract,
  lessons: readonly Lesson[],
  { now, today, problems }: { now: Date; today: Day; problems: readonly AttentionKind[] },
): Result[] {
  if (group === null) return []
  const tasks = tasksOfSubject[group.program.subject] ?? homeworkTasks
  const talent = 0.55 + random.next() * 0.4
  const held = lessons
    .filter(({ day }) => joinedOn === undefined || day >= joinedOn)
    .filter(({ day, state }) => state !== 'cancelled' && (leftOn === null || day < leftOn))
    // A moved lesson may come after the next one.
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const attended = held.filter(({ day }) => day <= addDays(today, 7))
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
      ...homeworkOf(lesson, held[index + 1], tasks[index % tasks.length] ?? null),
      testScore:
        isTested && attendance !== 'absent' && attendance !== 'planned' ? scoreOf(random, talent, testMax) : null,
      testMax: isTested ? testMax : null,
      comment: attendance === 'present' && random.chance(0.12) ? random.pick(comments) : null,
    }
  })
  for (const result of results) {
    if (result.homeworkState === 'open' && result.homeworkDueAt <= now) result.homeworkState = 'submitted'
  }
  const past = results.filter((_, index) => (attended[index]?.day ?? today) < today)
  // What the last lesson set can still be handed in, so that no student has an empty week.
  const last = past.at(-1)
  if (last && last.homeworkDueAt > now) Object.assign(last, { homeworkState: 'open', homeworkScore: null })
  for (const problem of problems) applyProblem[problem](past, problems)
  return results.map((result) => (result.homeworkState === 'none' ? { ...result, ...noHomework } : result))
}

const noHomework = { homeworkMax: null, homeworkTask: null, homeworkDueAt: null, homeworkAcceptedUntil: null }

/** Due at the next lesson that takes place, and accepted late for three weeks. */
function homeworkOf({ endsAt }: Lesson, next: Lesson | undefined, homeworkTask: string | null) {
  const homeworkDueAt = next?.startsAt ?? new Date(endsAt.getTime() + 7 * dayLength)
  return {
    homeworkMax,
    homeworkTask,
    homeworkDueAt,
    homeworkAcceptedUntil: new Date(homeworkDueAt.getTime() + lateDays * dayLength),
  }
}

/** One attention item of every kind for the demo parents, as soon as there are enough lessons. */
const applyProblem: Record<AttentionKind, (past: readonly Result[], problems: readonly AttentionKind[]) => void> = {
  'test-below-usual': (past, problems) => {
    // Not the last three, if they are the absences in a row; five of the others make the usual result.
    const missed = problems.includes('absences-in-a-row') ? past.slice(-3) : []
    const earlier = past.slice(0, past.length - missed.length)
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
    for (const result of missed) Object.assign(result, { testMax: null, testScore: null })
  },
  'homework-overdue': (past) => {
    for (const result of past.slice(-5, -3)) Object.assign(result, { homeworkState: 'overdue', homeworkScore: null })
  },
  'absences-in-a-row': (past) => {
    for (const result of past.slice(-3)) Object.assign(result, { attendance: 'absent', testScore: null, comment: null })
  },
}

/** Long enough for a usual result and a later deviation. */
const daysForProblems = 45

/**
 * Assigns each kind of attention item to a current contract of a child of the demo parents, one per child before a
 * second for any.
 */
export function assignAttentionProblems(
  agreements: readonly PlannedContract[],
  today: Day,
): Map<PlannedContract, AttentionKind[]> {
  const problems = new Map<PlannedContract, AttentionKind[]>()
  const shown = agreements.filter(
    ({ student, leftOn, group }) =>
      student.isShown && leftOn === null && group !== null && group.row.startsOn <= addDays(today, -daysForProblems),
  )
  for (const own of Map.groupBy(shown, ({ student }) => student.customer.id).values()) {
    const firstOfEach = own.filter(
      ({ student }, index) => own.findIndex((other) => other.student === student) === index,
    )
    const inTurn = [...firstOfEach, ...own.filter((agreement) => !firstOfEach.includes(agreement))]
    for (const [index, kind] of attentionKinds.toReversed().entries()) {
      const agreement = inTurn[Math.min(index, inTurn.length - 1)] as PlannedContract
      problems.set(agreement, [...(problems.get(agreement) ?? []), kind])
    }
  }
  return problems
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
