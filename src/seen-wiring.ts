import { fromPromise } from 'xstate'
import type { NewsSection } from '#contract/enumerations.ts'
import { attempt, concernsSession } from './api/failure.ts'
import { renewNews } from './api/seen.ts'
import type { FlowWorld } from './flow-wiring.ts'

/** A new mark or a changed entry of the schedule, as it was when it was shown. */
export type OpenedNews = { section: NewsSection; item: string; at: string }

/** Opening is seeing: wired with the details that are opened. What could not be told stays new, and nobody minds (D-39). */
export function wireSeen({ http, queryClient, report }: FlowWorld) {
  return fromPromise<void, OpenedNews>(async ({ input: body }) => {
    const { error } = await attempt(http('POST /v1/learning/news/seen', { body }))
    if (error === null) await renewNews(queryClient, body.section)
    else if (concernsSession(error)) report(error)
  })
}
