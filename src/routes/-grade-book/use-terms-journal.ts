import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { journalDaysQuery } from '#src/api/grade-book.ts'
import type { OpenedTerm, Term } from './opened.ts'
import { type Journal, marksOfTerm, useJoined } from './use-journal.ts'

/** The days of some terms of a book with their marks, once all of them are here. */
export function useTermsJournal({ owner, book }: OpenedTerm, terms: readonly Term[]): Journal {
  const days = useQueries({
    queries: terms.map(({ uuid }) => journalDaysQuery(owner, book.uuid, uuid)),
    combine: together,
  })
  const marks = useQueries({
    queries: terms.map((term) => marksOfTerm(owner, book, term)),
    combine: together,
  })
  return useJoined(days, marks)
}

function together<One>(results: UseQueryResult<One[]>[]) {
  const isWhole = results.every(({ data }) => data !== undefined)
  return {
    data: isWhole ? results.flatMap(({ data }) => data ?? []) : undefined,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    failureReason: results.find(({ failureReason }) => failureReason !== null)?.failureReason ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { failureReason, refetch } of results) if (failureReason !== null) void refetch()
    },
  }
}
