import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { journalDaysQuery } from '#src/api/grade-book.ts'
import { type DayState, type Novelty, noveltyOf, type SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { useNewMarkUuids } from '#src/routes/-grade-book/use-journal.ts'

export type ScoreJournal = AnswerOf<Calls['GET /v1/student/grade-book/score-journal']>
export type ScoreEntry = ScoreJournal['columns'][number] & {
  score: number | null
  state: DayState
  novelty: Novelty | null
  /** Key of the details: uuid of the mark, or of the day without a mark. */
  opens: string
}

/**
 * Works with their scores. Whether a lesson was held and a score corrected is known from the journal days, which load
 * independently.
 */
export function useScoreEntries({ owner, book, term }: SelectedTerm, { columns, scores }: ScoreJournal): ScoreEntry[] {
  const { data: days = [] } = useQuery(optionalQuery(journalDaysQuery(owner, book.uuid, term.uuid)))
  const newUuids = useNewMarkUuids()
  const dayOf = new Map(days.map((day) => [day.uuid, day]))
  const scoreOf = new Map(scores.map((one) => [one.columnUuid, one]))
  return columns.map((column) => {
    const { value = null, absent = false, markUuid = null } = scoreOf.get(column.uuid) ?? {}
    const given: DayState = markUuid === null ? 'not-given' : 'marked'
    const { held = true, earlier = [] } = dayOf.get(column.uuid) ?? {}
    const state = !held ? 'not-held' : absent ? 'absent' : given
    const novelty = noveltyOf({ markUuid, earlier }, newUuids)
    return { ...column, score: value, state, novelty, opens: markUuid ?? column.uuid }
  })
}
