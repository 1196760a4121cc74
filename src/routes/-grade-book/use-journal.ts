import { useLingui } from '@lingui/react'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { JournalDay, Mark } from '#contract/learning/grade-book.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import {
  coursesWithoutJournalsQuery,
  gradeBookSettingsQuery,
  journalDaysQuery,
  marksQuery,
} from '#src/api/grade-book.ts'
import { newMarksQuery } from '#src/api/unseen.ts'
import { schoolTitle } from '#src/i18n/school-titles.ts'
import { useMarkSeenOnLeave } from '#src/routes/-query/use-mark-seen.ts'
import { type Book, type JournalEntry, journalEntries, type SelectedTerm, type Term } from './journal.ts'
import type { Settings } from './passing-marks.ts'

export type Journal = Pick<UseQueryResult<JournalEntry[]>, 'data' | 'error' | 'isFetching' | 'failureReason'> & {
  refetch: () => void
}

type PartialResult<One> = Pick<UseQueryResult<One[]>, 'data' | 'error' | 'isFetching' | 'failureReason'> & {
  refetch: () => unknown
}

/** Journal of a term; has data after both days and marks have loaded. */
export function useJournal({ owner, book, term }: SelectedTerm): Journal {
  const days = useQuery(journalDaysQuery(owner, book.uuid, term.uuid))
  const marks = useQuery(termMarksQuery(owner, book, term))
  return useJoinedJournal(days, marks)
}

function termMarksQuery(owner: SelectedTerm['owner'], book: Book, term: Term) {
  const courses = book.courses.map(({ uuid }) => uuid)
  return marksQuery(owner, book.uuid, term.uuid, courses)
}

/** Joins the queries of days and marks into one result. */
function useJoinedJournal(days: PartialResult<JournalDay>, marks: PartialResult<Mark>): Journal {
  const newUuids = useNewMarkUuids()
  const data = useMemo(
    () => (days.data && marks.data ? journalEntries(days.data, marks.data, newUuids) : undefined),
    [days.data, marks.data, newUuids],
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

/** Marks given or changed since the last visit; empty until loaded. */
export function useNewMarkUuids(): ReadonlySet<string> {
  const { data } = useQuery(optionalQuery(newMarksQuery()))
  return useMemo(() => {
    const fresh = data?.filter(({ isNew }) => isNew) ?? []
    return fresh.length === 0 ? none : new Set(fresh.map(({ uuid }) => uuid))
  }, [data])
}

/** New marks are seen when the person leaves the table of their term, or of their course, that has shown them. */
export function useSeenOnLeave({ owner, book, term }: SelectedTerm, isShown: boolean, course?: string): void {
  const { data = [] } = useQuery(optionalQuery(newMarksQuery()))
  const shown = data.filter(
    (mark) =>
      mark.isNew &&
      mark.bookUuid === book.uuid &&
      mark.termUuid === term.uuid &&
      (owner === null || mark.studentUuid === owner.studentUuid) &&
      (course === undefined || mark.courseUuid === course),
  )
  useMarkSeenOnLeave(
    'grade-book',
    isShown ? [owner?.studentUuid, book.uuid, term.uuid, course].join() : null,
    shown.map(({ uuid, givenAt }) => ({ item: uuid, at: givenAt })),
  )
}

/** Scale and mark types of a book; undefined until loaded. */
export function useSettings({ owner, book }: { owner: SelectedTerm['owner']; book: Book }): Settings | undefined {
  const { i18n } = useLingui()
  const { locale } = i18n
  const { data } = useQuery(optionalQuery(gradeBookSettingsQuery(owner, book.uuid)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `i18n` stays the same object in another language.
  return useMemo(
    () =>
      data && { ...data, markTypes: data.markTypes.map((type) => ({ ...type, title: schoolTitle(type.title, i18n) })) },
    [data, i18n, locale],
  )
}

const noReasons: ReadonlyMap<string, string> = new Map()

/** Why courses have no journal, by uuid of the course; empty until loaded. */
export function useReasonsWithoutJournal({
  owner,
  book,
}: Pick<SelectedTerm, 'owner' | 'book'>): ReadonlyMap<string, string> {
  const { data } = useQuery(optionalQuery(coursesWithoutJournalsQuery(owner, book.uuid)))
  return useMemo(
    () => (data === undefined ? noReasons : new Map(data.map(({ courseUuid, reason }) => [courseUuid, reason]))),
    [data],
  )
}

/** Journal of several terms; has data after all of them have loaded. */
export function useTermsJournal({ owner, book }: SelectedTerm, terms: readonly Term[]): Journal {
  const days = useQueries({
    queries: terms.map(({ uuid }) => journalDaysQuery(owner, book.uuid, uuid)),
    combine: combineResults,
  })
  const marks = useQueries({
    queries: terms.map((term) => termMarksQuery(owner, book, term)),
    combine: combineResults,
  })
  return useJoinedJournal(days, marks)
}

function combineResults<One>(results: UseQueryResult<One[]>[]) {
  const isComplete = results.every(({ data }) => data !== undefined)
  return {
    data: isComplete ? results.flatMap(({ data }) => data ?? []) : undefined,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    failureReason: results.find(({ failureReason }) => failureReason !== null)?.failureReason ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { failureReason, refetch } of results) if (failureReason !== null) void refetch()
    },
  }
}
