import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { journalDaysQuery } from '#src/api/grade-book.ts'
import type { DayState } from './journal.ts'
import type { OpenedTerm } from './opened.ts'

export type ScoreJournal = AnswerOf<Calls['GET /v1/student/grade-book/score-journal']>
export type ScoreLine = ScoreJournal['columns'][number] & {
  score: number | null
  state: DayState
  /** What its details are opened by: of the mark, or of the day without one. */
  opens: string
}

/** The columns with their scores. That a lesson was not held only the journal’s days say; nobody waits for them. */
export function useScoreLines({ owner, book, term }: OpenedTerm, { columns, scores }: ScoreJournal): ScoreLine[] {
  const { data: days = [] } = useQuery({
    ...journalDaysQuery(owner, book.uuid, term.uuid),
    meta: { optional: true },
  })
  const notHeld = new Set(days.filter(({ held }) => !held).map(({ uuid }) => uuid))
  const scoreOf = new Map(scores.map((one) => [one.columnUuid, one]))
  return columns.map((column) => {
    const { value = null, absent = false, markUuid = null } = scoreOf.get(column.uuid) ?? {}
    const given: DayState = markUuid === null ? 'not-given' : 'marked'
    const state = notHeld.has(column.uuid) ? 'not-held' : absent ? 'absent' : given
    return { ...column, score: value, state, opens: markUuid ?? column.uuid }
  })
}
