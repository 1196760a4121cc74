import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { usersQuery } from '#src/api/admin.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonTable } from '#src/ui/skeleton.tsx'
import { MorePages } from './more-pages.tsx'
import { usePanelSearch } from './use-panel-search.ts'
import { userFilterOf } from './user-filter.ts'
import { UserFilters } from './user-filters.tsx'
import { LazyUserRows } from './user-rows-lazy.ts'

/** Finds users as one types; what was found stays until the next answer comes. */
export function Users() {
  const { shown } = usePanelSearch()
  const result = useInfiniteQuery({ ...usersQuery(userFilterOf(shown)), placeholderData: keepPreviousData })
  return (
    <div className="flex flex-col gap-lg">
      <UserFilters />
      <Faces
        result={result}
        skeleton={<SkeletonTable rows={8} columns={4} />}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={<NobodyFits />}
      >
        {({ pages }) => {
          const users = pages.flatMap(({ items }) => items)
          const total = pages.at(-1)?.total ?? 0
          return (
            <section className="flex flex-col gap-sm">
              <p role="status" className="text-sm text-ink-muted tabular-nums">
                <Plural
                  value={total}
                  one="Найден # пользователь"
                  few="Найдено # пользователя"
                  many="Найдено # пользователей"
                  other="Найдено # пользователя"
                />
              </p>
              <Suspense fallback={<SkeletonTable rows={8} columns={4} />}>
                <LazyUserRows
                  users={users}
                  onEndReached={() => result.hasNextPage && !result.isFetching && void result.fetchNextPage()}
                />
              </Suspense>
              <MorePages shown={users.length} total={total} result={result} />
            </section>
          )
        }}
      </Faces>
    </div>
  )
}

function NobodyFits() {
  const { t } = useLingui()
  const { showAll } = usePanelSearch()
  return (
    <Card>
      <EmptyState
        icon="search"
        title={t`Никто не найден`}
        action={
          <Button onClick={showAll}>
            <Trans>Показать всех пользователей</Trans>
          </Button>
        }
      >
        <Trans>Проверьте, как написаны имя, почта или телефон, и не мешают ли фильтры.</Trans>
      </EmptyState>
    </Card>
  )
}
