import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { JournalDay, Mark } from '#contract/learning.ts'
import {
  coursesWithoutJournalsQuery,
  gradeBookSettingsQuery,
  journalDaysQuery,
  marksQuery,
} from '#src/api/grade-book.ts'
import { newMarksQuery } from '#src/api/news.ts'
import { type JournalEntry, journalOf } from './journal.ts'
import type { Book, OpenedTerm, Term } from './opened.ts'
import type { Settings } from './verdict.ts'

export type Journal = Pick<UseQueryResult<JournalEntry[]>, 'data' | 'error' | 'isFetching' | 'failureReason'> & {
  refetch: () => void
}

type Part<One> = Pick<UseQueryResult<One[]>, 'data' | 'error' | 'isFetching' | 'failureReason'> & {
  refetch: () => unknown
}

/** The days of the term with their marks, once both are here. */
export function useJournal({ owner, book, term }: OpenedTerm): Journal {
  const days = useQuery(journalDaysQuery(owner, book.uuid, term.uuid))
  const marks = useQuery(marksOfTerm(owner, book, term))
  return useJoined(days, marks)
}

export function marksOfTerm(owner: OpenedTerm['owner'], book: Book, term: Term) {
  const courses = book.courses.map(({ uuid }) => uuid)
  return marksQuery(owner, book.uuid, term.uuid, courses)
}

/** Days and marks as one answer. */
export function useJoined(days: Part<JournalDay>, marks: Part<Mark>): Journal {
  const news = useNews()
  const data = useMemo(
    () => (days.data && marks.data ? journalOf(days.data, marks.data, news) : undefined),
    [days.data, marks.data, news],
  )
  const parts = [days, marks]
  return {
    data,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    failureReason: parts.find(({ failureReason }) => failureReason !== null)?.failureReason ?? null,
    isFetching: parts.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { failureReason, refetch } of parts) if (failureReason !== null) void refetch()
    },
  }
}
const none: ReadonlySet<string> = new Set()

/** Marks that were given or changed since the person last looked; none while nobody knows (D-39). */
function useNews(): ReadonlySet<string> {
  const { data } = useQuery({ ...newMarksQuery(), meta: { optional: true } })
  return useMemo(() => {
    const fresh = data?.filter(({ isNew }) => isNew) ?? []
    return fresh.length === 0 ? none : new Set(fresh.map(({ uuid }) => uuid))
  }, [data])
}

/** The scale of a book and the kinds of its marks; undefined while nobody knows. */
export function useSettings({ owner, book }: { owner: OpenedTerm['owner']; book: Book }): Settings | undefined {
  return useQuery({ ...gradeBookSettingsQuery(owner, book.uuid), meta: { optional: true } }).data
}

/** The courses without a journal; none while nobody knows. */
export function useBare({ owner, book }: { owner: OpenedTerm['owner']; book: Book }): ReadonlySet<string> {
  const { data } = useQuery({ ...coursesWithoutJournalsQuery(owner, book.uuid), meta: { optional: true } })
  return useMemo(() => (data === undefined ? none : new Set(data.map(({ courseUuid }) => courseUuid))), [data])
}
