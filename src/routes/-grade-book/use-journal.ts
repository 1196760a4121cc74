import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
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

type Journal = Pick<UseQueryResult<JournalEntry[]>, 'data' | 'error' | 'isFetching'> & { refetch: () => void }

/** The days of some terms of a book with their marks, once all of them are here. */
export function useJournal({ owner, book }: OpenedTerm, terms: readonly Term[]): Journal {
  const days = useQueries({
    queries: terms.map(({ uuid }) => journalDaysQuery(owner, book.uuid, uuid)),
    combine: together,
  })
  const courses = book.courses.map(({ uuid }) => uuid)
  const asked = owner === null || courses.length === 0 ? [] : terms
  const marks = useQueries({
    queries: asked.map(({ uuid }) => marksQuery(owner?.studentUuid ?? '', book.uuid, uuid, courses)),
    combine: together,
  })
  const news = useNews()
  const given = owner === null ? book.marks : marks.data
  const data = useMemo(
    () => (days.data && given ? journalOf(days.data, given, news) : undefined),
    [days.data, given, news],
  )
  const parts = [days, marks]
  return {
    data,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    isFetching: parts.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const part of parts) part.refetch()
    },
  }
}

function together<One>(results: UseQueryResult<One[]>[]) {
  const isWhole = results.every(({ data }) => data !== undefined)
  return {
    data: isWhole ? results.flatMap(({ data }) => data ?? []) : undefined,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { error, refetch } of results) if (error !== null) void refetch()
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
