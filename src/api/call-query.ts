import type { DataTag, QueryFunction, QueryMeta } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { ApiError } from './api-error.ts'
import type { CallArgs, RawCallArgs } from './http.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

type QueryCall = Extract<keyof Calls, `GET ${string}`>
type QueryArgs<A extends QueryCall> = unknown extends CallArgs<A> ? [args?: undefined] : [args: CallArgs<A>]

export type CallQueryKey = readonly [address: string, args?: RawCallArgs]

/** Options of `useQuery`, `prefetchQuery` and `fetchQuery`. The query client makes the call of the key. */
export type CallQuery<Answer> = {
  meta?: QueryMeta
  queryKey: DataTag<CallQueryKey, Answer, ApiError>
  queryFn?: QueryFunction<Answer, DataTag<CallQueryKey, Answer, ApiError>>
}

/** A query of one GET call. The key is the call; the default `queryFn` in `src/app/query-client.ts` makes it. */
export function callQuery<A extends QueryCall>(address: A, ...[args]: QueryArgs<A>): CallQuery<AnswerOf<Calls[A]>> {
  const queryKey: CallQueryKey = args === undefined ? [address] : [address, args as RawCallArgs]
  return { queryKey: queryKey as DataTag<CallQueryKey, AnswerOf<Calls[A]>, ApiError> }
}

/** A query that no page waits for: its failure opens no error page (D-39). */
export function optionalQuery<Query extends { meta?: QueryMeta }>(query: Query): Query & { meta: QueryMeta } {
  return { ...query, meta: { ...query.meta, optional: true } }
}

/** Screens that can be read without a connection. */
export const offlineScreens = [
  'schedule',
  'homework',
  'grade-book',
  'contracts-and-payments',
  'events',
  'messages',
  'profile',
] as const

export type OfflineScreen = (typeof offlineScreens)[number]

/** A query whose answer is stored, so that it can be read without a connection. A `screen` shows nothing without it. */
export function offlineQuery<Query extends { meta?: QueryMeta }>(
  query: Query,
  screen?: OfflineScreen,
): Query & { meta: QueryMeta } {
  return { ...query, meta: { ...query.meta, offline: screen ?? true } }
}
