import { fromPromise } from 'xstate'
import type { NewsSection } from '#contract/enumerations.ts'
import { attempt, concernsSession } from './api/failure.ts'
import { newMarksQuery, newsQuery, scheduleChangesQuery } from './api/news.ts'
import type { FlowWorld } from './flow-wiring.ts'

/** A new mark or a changed entry of the schedule, as it was when it was shown. */
export type OpenedNews = { section: NewsSection; item: string; at: string }

const listOf = { schedule: scheduleChangesQuery, 'grade-book': newMarksQuery }

/** Opening is seeing: wired with the details that are opened. What could not be told stays new, and nobody minds (D-39). */
export function wireSeen({ http, queryClient, report }: FlowWorld) {
  return fromPromise<void, OpenedNews>(async ({ input }) => {
    const { error } = await attempt(http('POST /v1/learning/news/seen', { body: input }))
    if (error !== null) return concernsSession(error) ? report(error) : undefined
    for (const { queryKey } of [newsQuery(), listOf[input.section]()]) void queryClient.invalidateQueries({ queryKey })
  })
}
