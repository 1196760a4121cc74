import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { auditQuery } from '#src/api/admin.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonTable } from '#src/ui/skeleton.tsx'
import { auditFilterOf } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { MorePages } from './more-pages.tsx'
import { usePanelSearch } from './use-panel-search.ts'

/** Who logged in as whom, why, when and from where; the newest first. */
export function AuditLog() {
  const { shown } = usePanelSearch()
  const filter = auditFilterOf(shown)
  const result = useInfiniteQuery({ ...auditQuery(filter), placeholderData: keepPreviousData })
  return (
    <div className="flex flex-col gap-lg">
      <AuditFilters />
      <Faces
        result={result}
        skeleton={<SkeletonTable rows={8} columns={4} />}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={<NothingWritten narrowed={Object.keys(filter).length > 0} />}
      >
        {({ pages }) => {
          // An entry that was written while one reads pushes the next page by one.
          const entries = [...new Map(pages.flatMap(({ items }) => items).map((entry) => [entry.id, entry])).values()]
          return (
            <div>
              <Card padding="flush">
                <AuditTable entries={entries} />
              </Card>
              <MorePages shown={entries.length} total={pages.at(-1)?.total ?? 0} result={result} />
            </div>
          )
        }}
      </Faces>
    </div>
  )
}

function NothingWritten({ narrowed }: { narrowed: boolean }) {
  const { t } = useLingui()
  const { showAll } = usePanelSearch()
  if (!narrowed) {
    return (
      <Card>
        <EmptyState icon="list" title={t`Журнал пока пуст`}>
          <Trans>Здесь появится каждый вход под пользователем: кто, под кем, почему и когда.</Trans>
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState
        icon="filter"
        title={t`Таких записей нет`}
        action={
          <Button onClick={showAll}>
            <Trans>Показать весь журнал</Trans>
          </Button>
        }
      >
        <Trans>Под выбранные условия не подходит ни одна запись.</Trans>
      </EmptyState>
    </Card>
  )
}
