import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { numberOf } from './journal.ts'
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

/** What is over and not passed: the mark of a term fails, or a course that has others has none there. */
export function debtsOf({ courses, terms }: Book, scale: Scale, today: string): Debt[] {
  return terms
    .filter(({ endsOn }) => endsOn < today)
    .flatMap((term) =>
      courses
        .filter(({ termMarks }) => {
          const mark = termMarks.find(({ termUuid }) => termUuid === term.uuid)
          return mark !== undefined && isPassed(mark.value, scale) === false
        })
        .map((course) => ({ course, term })),
    )
}
