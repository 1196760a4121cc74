import type { Branch } from '#contract/enumerations.ts'
import type { gradeScales, markTypes } from '#server/db/schema/learning.ts'

export const scales: (typeof gradeScales.$inferInsert)[] = [
  { branch: 'school', kind: 'five', passing: 3, max: 5 },
  { branch: 'academy', kind: 'hundred', passing: 60, max: 100 },
  { branch: 'college', kind: 'passFail', passing: 1, max: 1 },
]

export const demoMarkTypes: (typeof markTypes.$inferInsert)[] = [
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

/** The mark type of the lesson at `position` of a term, in the course with this index. */
export function markTypeOfLesson(branch: Branch, index: number, position: number, lessons: number): Kind {
  if (position === lessons - 1) return lastKind(branch, index)
  if (branch === 'college' && index % 3 === 1 && position === 4) return { markType: 'credit', max: 1 }
  const kinds = usualKinds[branch]
  return kinds[position % kinds.length] as Kind
}

/** The mark type at the end of a term. */
function lastKind(branch: Branch, index: number): Kind {
  if (branch === 'school') return { markType: 'control', max: 5 }
  if (branch === 'academy') return { markType: 'exam', max: 30 }
  return index % 2 === 0 ? { markType: 'exam', max: 5 } : { markType: 'credit', max: 1 }
}

/** Every student gets one and none is absent. */
export function isDecisive(markType: string): boolean {
  return markType === 'exam' || markType === 'credit'
}

export const tasks: Record<string, string> = {
  homework: 'Выполнить задания из рабочей тетради и записать решение.',
  test: 'Пять заданий на двадцать минут, без калькулятора.',
  control: 'Контрольная работа на весь урок, два варианта.',
  practice: 'Сдать работу в репозиторий и показать на занятии.',
  project: 'Промежуточный показ проекта: три минуты и ответы на вопросы.',
  exam: 'Билет из двух вопросов и задача.',
}
