import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { type JournalEntry, numberOf } from './journal.ts'
import type { Book, Term } from './opened.ts'

export type Settings = AnswerOf<Calls['GET /v1/student/grade-book/settings']>
type Scale = Settings['scale']

const passes: Record<string, boolean> = { зачёт: true, зачтено: true, незачёт: false, 'не зачтено': false }

/** The lowest of the marks 1 to 5 that passes, also where a scale knows only credits besides. */
const satisfactory = 3

/** Whether a mark passes on its scale; null for words that say neither, such as «освобождён». */
export function isPassed(value: string, scale: Scale): boolean | null {
  const number = numberOf(value)
  if (number === null) return passes[value.trim().toLowerCase().replace('зачет', 'зачёт')] ?? null
  return number >= (scale.kind === 'passFail' ? satisfactory : scale.passing)
}

/** The kinds that decide a course of a college’s semester. */
export const decisiveKinds: readonly string[] = ['exam', 'credit']

export type Debt = { course: Book['courses'][number]; term: Term }

/**
 * What is owed, as the book on paper has it: the last credit or examination of a course in a term, where it fails and was
 * not passed later. The entries are those of the whole book, the earliest first.
 */
export function debtsOf({ courses, terms }: Book, entries: readonly JournalEntry[], scale: Scale): Debt[] {
  const decided = entries.filter(({ markType, mark }) => mark !== null && decisiveKinds.includes(markType))
  return terms.flatMap((term) =>
    courses.flatMap((course) => {
      const last = decided.findLast(({ courseUuid, termUuid }) => courseUuid === course.uuid && termUuid === term.uuid)
      return last?.mark && isPassed(last.mark.value, scale) === false ? [{ course, term }] : []
    }),
  )
}
