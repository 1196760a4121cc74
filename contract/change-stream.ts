import type { GetCall } from './call-changes.ts'

/** The server-sent events of a signed-in person, relative to `/api`. No declared call: it does not end. */
export const changeStreamPath = '/v1/profile/stream'

/** What the events of the stream carry as JSON, by the name of the event. They never carry data of people. */
export type ChangeStreamEvents = {
  /** The first event. */
  opened: null
  changed: ChangedCalls
  /** The session was ended elsewhere or has expired. */
  'session-ended': null
}

/**
 * The calls whose answers have changed for this person; `all` when the server cannot know them. `by` is the id of the
 * request that changed them: the tab that made it has invalidated the row of its call in `call-changes.ts` itself. `after`,
 * where replicas are read: what calls send as `readAfterHeader`, so that no replica without the change answers them.
 */
export type ChangedCalls = { calls: readonly GetCall[] | 'all'; by: string | null; after?: string }

/** A request header with the `after` of the last `ChangedCalls`. */
export const readAfterHeader = 'X-Read-After'
