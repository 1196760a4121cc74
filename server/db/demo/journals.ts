import { type Day, weekdayOf } from '#server/days.ts'
import type { courses, gradeScales, journalColumns, markTypes, terms } from '#server/db/schema/learning.ts'
import { type Branch, branches } from '#server/db/schema/programs.ts'
import { coursesOf } from './courses.ts'
import { campaignOf, type Frame } from './frame.ts'
import type { Random } from './random.ts'
import { daysOf, type SchoolYear } from './school-year.ts'

export type Term = typeof terms.$inferInsert & { id: string }
export type Column = typeof journalColumns.$inferInsert & { id: string }
export type Course = typeof courses.$inferInsert & { id: string }

/** The journals that a class of a branch shares in a year. */
export type Journals = {
  branch: Branch
  /** Null where all of the branch are one class. */
  grade: number | null
  year: SchoolYear
  campaignId: string
  terms: Term[]
  courses: { row: Course; columns: Column[] }[]
}

export const scales: (typeof gradeScales.$inferInsert)[] = [
  { branch: 'school', kind: 'five', passing: 3, max: 5 },
  { branch: 'academy', kind: 'hundred', passing: 60, max: 100 },
  { branch: 'college', kind: 'passFail', passing: 1, max: 1 },
]

export const kindsOfMarks: (typeof markTypes.$inferInsert)[] = [
  { branch: 'school', code: 'classwork', title: 'Работа на уроке', weight: 1 },
  { branch: 'school', code: 'homework', title: 'Домашнее задание', weight: 1 },
  { branch: 'school', code: 'test', title: 'Проверочная работа', weight: 2 },
  { branch: 'school', code: 'control', title: 'Контрольная работа', weight: 3 },
  { branch: 'academy', code: 'practice', title: 'Практика', weight: 1 },
  { branch: 'academy', code: 'project', title: 'Проект', weight: 1 },
  { branch: 'academy', code: 'exam', title: 'Экзамен модуля', weight: 1 },
  { branch: 'college', code: 'work', title: 'Текущая работа', weight: 1 },
  { branch: 'college', code: 'credit', title: 'Зачёт', weight: 0 },
  { branch: 'college', code: 'exam', title: 'Экзамен', weight: 0 },
]

type Kind = { markType: string; max: number }

const usualKinds: Record<Branch, readonly Kind[]> = {
  school: ['classwork', 'homework', 'classwork', 'test', 'homework', 'control'].map((markType) => ({
    markType,
    max: 5,
  })),
  academy: [
    { markType: 'practice', max: 10 },
    { markType: 'practice', max: 10 },
    { markType: 'practice', max: 10 },
    { markType: 'project', max: 20 },
  ],
  college: [{ markType: 'work', max: 5 }],
}

const tasks: Record<string, string> = {
  homework: 'Выполнить задания из рабочей тетради и записать решение.',
  test: 'Пять заданий на двадцать минут, без калькулятора.',
  control: 'Контрольная работа на весь урок, два варианта.',
  practice: 'Сдать работу в репозиторий и показать на занятии.',
  project: 'Промежуточный показ проекта: три минуты и ответы на вопросы.',
  exam: 'Билет из двух вопросов и задача.',
}

export function journalsOf(
  random: Random,
  frame: Frame,
  year: SchoolYear,
  teachers: readonly { id: string }[],
): Journals[] {
  return branches.flatMap((branch) => {
    const campaignId = campaignOf(frame, branch, year).id
    const ownTerms = year.terms[branch].map((term) => ({ ...term, id: random.uuid(), campaignId }))
    const grades = branch === 'school' ? Array.from({ length: 11 }, (_, index) => index + 1) : [null]
    return grades.map((grade) => ({
      branch,
      grade,
      year,
      campaignId,
      terms: ownTerms,
      courses: coursesOf(branch, grade).map((planned, index) => {
        const row = {
          id: random.uuid(),
          campaignId,
          groupId: null,
          teacherId: planned.noJournalReason === null ? random.pick(teachers).id : null,
          title: planned.title,
          noJournalReason: planned.noJournalReason,
        }
        const columns =
          planned.noJournalReason === null
            ? columnsOf(random, frame.today, branch, ownTerms, row, planned.topics, index)
            : []
        return { row, columns }
      }),
    }))
  })
}

function columnsOf(
  random: Random,
  today: Day,
  branch: Branch,
  ownTerms: readonly Term[],
  { id: courseId }: Course,
  topics: readonly string[],
  index: number,
): Column[] {
  const weekday = (index % 5) + 1
  const everyWeek = branch === 'school'
  return ownTerms
    .flatMap((term) => {
      const days = [...daysOf(term)]
        .filter((day) => weekdayOf(day) === weekday)
        .filter((_, week) => everyWeek || week % 2 === 0)
      return days.map((heldOn, position) => {
        const isLast = position === days.length - 1
        const { markType, max } = isLast ? lastKind(branch, index) : nthKind(branch, position)
        return {
          id: random.uuid(),
          courseId,
          termId: term.id,
          heldOn,
          topic: topics[(position + ownTerms.indexOf(term) * 3) % topics.length] ?? '',
          task: tasks[markType] ?? null,
          branch,
          markType,
          max,
        }
      })
    })
    .filter(({ heldOn }) => heldOn <= today)
}

function nthKind(branch: Branch, position: number): Kind {
  const kinds = usualKinds[branch]
  return kinds[position % kinds.length] as Kind
}

/** How a term ends in a course. */
function lastKind(branch: Branch, index: number): Kind {
  if (branch === 'school') return { markType: 'control', max: 5 }
  if (branch === 'academy') return { markType: 'exam', max: 30 }
  return index % 2 === 0 ? { markType: 'exam', max: 5 } : { markType: 'credit', max: 1 }
}

export function isOver({ endsOn }: Pick<Term, 'endsOn'>, today: Day): boolean {
  return endsOn < today
}
