import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { markToNumber } from './journal.ts'

export type Settings = AnswerOf<Calls['GET /v1/student/grade-book/settings']>
type Scale = Settings['scale']

const passingWords: Record<string, boolean> = { зачёт: true, зачтено: true, незачёт: false, 'не зачтено': false }

/** Lowest passing mark on a scale of five, which pass/fail scales use for current marks too. */
const minimumPassingMark = 3

/** Whether a mark passes on its scale; null for words that mean neither, for example «освобождён». */
export function isPassed(value: string, scale: Scale): boolean | null {
  const number = markToNumber(value)
  if (number === null) return passingWords[value.trim().toLowerCase().replace('зачет', 'зачёт')] ?? null
  return number >= (scale.kind === 'passFail' ? minimumPassingMark : scale.passing)
}

/** Mark types that decide a course in a semester of a college. */
export const finalMarkTypes: readonly string[] = ['exam', 'credit']
