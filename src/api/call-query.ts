import type { DataTag, QueryFunction } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { Failure } from './failure.ts'
import type { CallArgs, RawArgs } from './http.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure
  }
}

type Readable = Extract<keyof Calls, `GET ${string}`>
type Needed<A extends Readable> = unknown extends CallArgs<A> ? [args?: undefined] : [args: CallArgs<A>]

export type CallKey = readonly [address: string, args?: RawArgs]

/** What `useQuery`, `prefetchQuery` and `fetchQuery` take: the key alone; the query client makes the call. */
export type CallQuery<Answer> = {
  queryKey: DataTag<CallKey, Answer, Failure>
  queryFn?: QueryFunction<Answer, DataTag<CallKey, Answer, Failure>>
}

/**
 * A query of one GET call. The key is the call itself, and the query client's own
 * function makes it (`src/query-client.ts`), so a query is one line and needs no fetch of its own.
 */
export function callQuery<A extends Readable>(address: A, ...[args]: Needed<A>): CallQuery<AnswerOf<Calls[A]>> {
  const queryKey: CallKey = args === undefined ? [address] : [address, args as RawArgs]
  return { queryKey: queryKey as DataTag<CallKey, AnswerOf<Calls[A]>, Failure> }
}
