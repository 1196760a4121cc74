import type { DataTag, InfiniteData, QueryFunction, QueryMeta } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { ApiError } from './api-error.ts'
import type { CallQueryKey } from './call-query.ts'
import type { CallArgs, RawCallArgs } from './http.ts'

/** Answer of every paginated call. */
type PaginatedAnswer = { page: number; pageSize: number; total: number }
type PaginatedCall = { [A in keyof Calls]: AnswerOf<Calls[A]> extends PaginatedAnswer ? A : never }[keyof Calls] &
  `GET ${string}`

/** Options of `useInfiniteQuery` and `prefetchInfiniteQuery`. The query client makes the call of the key. */
export type CallInfiniteQuery<Answer> = {
  meta?: QueryMeta
  queryKey: DataTag<CallQueryKey, InfiniteData<Answer, number>, ApiError>
  queryFn?: QueryFunction<Answer, CallQueryKey, number>
  initialPageParam: number
  getNextPageParam: (last: Answer) => number | undefined
}

/** An infinite query of one GET call. The page number is not part of the key. */
export function callInfiniteQuery<A extends PaginatedCall>(
  address: A,
  args: CallArgs<A>,
): CallInfiniteQuery<AnswerOf<Calls[A]> & PaginatedAnswer> {
  const queryKey: CallQueryKey = [address, args as RawCallArgs]
  return {
    queryKey: queryKey as CallInfiniteQuery<AnswerOf<Calls[A]> & PaginatedAnswer>['queryKey'],
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  }
}
