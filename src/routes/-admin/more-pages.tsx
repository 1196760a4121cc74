import { Trans, useLingui } from '@lingui/react/macro'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { ShowMore } from '#src/ui/show-more.tsx'

type MorePagesProps = {
  shown: number
  total: number
  result: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >
}

/** The end of a list in pages: how much of it is here, and the way to more, also when the last try failed. */
export function MorePages({ shown, total, result }: MorePagesProps) {
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
