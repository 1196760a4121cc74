import type { DataTag, InfiniteData, QueryFunction } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CallKey } from './call-query.ts'
import type { Failure } from './failure.ts'
import type { CallArgs, RawArgs } from './http.ts'

/** How every list in pages answers. */
type Page = { page: number; pageSize: number; total: number }
type Paged = { [A in keyof Calls]: AnswerOf<Calls[A]> extends Page ? A : never }[keyof Calls] & `GET ${string}`

/** What `useInfiniteQuery` and `prefetchInfiniteQuery` take: the key alone; the query client makes the calls. */
export type CallPages<Answer> = {
  queryKey: DataTag<CallKey, InfiniteData<Answer, number>, Failure>
  queryFn?: QueryFunction<Answer, CallKey, number>
  initialPageParam: number
  getNextPageParam: (last: Answer) => number | undefined
}

/** A list of one GET call that comes a page at a time; the page is the one part of the call that its key leaves out. */
export function callPages<A extends Paged>(address: A, args: CallArgs<A>): CallPages<AnswerOf<Calls[A]> & Page> {
  const queryKey: CallKey = [address, args as RawArgs]
  return {
    queryKey: queryKey as CallPages<AnswerOf<Calls[A]> & Page>['queryKey'],
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  }
}
