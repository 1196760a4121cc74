import { Trans, useLingui } from '@lingui/react/macro'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallInfiniteQuery } from '#src/api/call-infinite-query.ts'
import { ShowMore } from '#src/ui/data/disclosure.tsx'
import { ErrorMessage } from './error-message.tsx'
import { QueryState } from './query-boundary.tsx'

type Page = { items: { id: string }[]; total: number }

type InfiniteQueryBoundaryProps<Answer extends Page> = {
  query: CallInfiniteQuery<Answer>
  /** Placeholder in the shape of the content. */
  skeleton: ReactNode
  empty: ReactNode
  children: (list: { items: Answer['items'][number][]; total: number }) => ReactNode
}

/** A paginated list with a button for more. When the filter changes, the old list stays until the answer arrives. */
export function InfiniteQueryBoundary<Answer extends Page>({
  query,
  skeleton,
  empty,
  children,
}: InfiniteQueryBoundaryProps<Answer>) {
  const result = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <QueryState
      // That a further page is missing is shown below the list, which is up to date.
      result={result.isFetchNextPageError ? { ...result, error: null, failureReason: null } : result}
      skeleton={skeleton}
      isEmpty={({ pages }) => pages[0]?.total === 0}
      empty={empty}
    >
      {({ pages }) => {
        // Items added meanwhile shift the next page: remove duplicates.
        const items = [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
        const total = pages.at(-1)?.total ?? 0
        return (
          <div>
            {children({ items, total })}
            <LoadMore shown={items.length} total={total} result={result} />
          </div>
        )
      }}
    </QueryState>
  )
}

type LoadMoreProps = {
  shown: number
  total: number
  result: Pick<
    UseInfiniteQueryResult<InfiniteData<Page>>,
    'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >
}

/** Number of loaded items and the button for more, also after an error. */
function LoadMore({ shown, total, result }: LoadMoreProps) {
  const { t } = useLingui()
  if (!result.hasNextPage && result.data?.pages.length === 1) return null
  return (
    <ShowMore
      label={t`Показать ещё`}
      busy={result.isFetchingNextPage}
      onMore={result.hasNextPage ? () => void result.fetchNextPage() : undefined}
      status={
        result.isFetchNextPageError && result.error ? (
          <ErrorMessage error={result.error} />
        ) : (
          <Trans>
            Показано {shown} из {total}
          </Trans>
        )
      }
    />
  )
}
