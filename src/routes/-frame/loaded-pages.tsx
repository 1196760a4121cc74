import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallPages } from '#src/api/call-pages.ts'
import { ShowMore } from '#src/ui/show-more.tsx'
import { FailureWords } from './failure-words.tsx'
import { Faces } from './loaded.tsx'

type Page = { items: { id: string }[]; total: number }

type LoadedPagesProps<Answer extends Page> = {
  query: CallPages<Answer>
  /** In the shape of the content. */
  skeleton: ReactNode
  empty: ReactNode
  children: (list: { items: Answer['items'][number][]; total: number; onEndReached: () => void }) => ReactNode
}

/** A list that comes a page at a time, with the way to more at its end. Under another filter it stays until the answer comes. */
export function LoadedPages<Answer extends Page>({ query, skeleton, empty, children }: LoadedPagesProps<Answer>) {
  const result = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const { hasNextPage, isFetching, fetchNextPage } = result
  const onEndReached = () => hasNextPage && !isFetching && void fetchNextPage()
  return (
    <Faces result={result} skeleton={skeleton} isEmpty={({ pages }) => pages[0]?.total === 0} empty={empty}>
      {({ pages }) => {
        // An item that is added while one reads pushes the next page by one.
        const items = [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
        const total = pages.at(-1)?.total ?? 0
        return (
          <div>
            {children({ items, total, onEndReached })}
            <More shown={items.length} total={total} result={result} />
          </div>
        )
      }}
    </Faces>
  )
}

type MoreProps = {
  shown: number
  total: number
  result: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >
}

/** How much of the list is here, and the way to more, also when the last try failed. */
function More({ shown, total, result }: MoreProps) {
  const { t } = useLingui()
  if (!result.hasNextPage) return null
  return (
    <ShowMore
      label={t`Показать ещё`}
      busy={result.isFetchingNextPage}
      onMore={() => void result.fetchNextPage()}
      status={
        result.isFetchNextPageError && result.error ? (
          <FailureWords error={result.error} />
        ) : (
          <Trans>
            Показано {shown} из {total}
          </Trans>
        )
      }
    />
  )
}
