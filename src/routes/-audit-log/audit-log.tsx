import { Trans, useLingui } from '@lingui/react/macro'
import { auditFilterOf } from '#contract/screens.ts'
import { auditQuery } from '#src/api/admin.ts'
import { LoadedPages } from '#src/routes/-frame/loaded-pages.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState, NothingFits } from '#src/ui/empty-state.tsx'
import { SkeletonTable } from '#src/ui/skeleton.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

/** Who did what, about whom, when and from where, and what was refused; the newest first: a tab of the panel. */
export function AuditLog({ onIntent }: { onIntent: () => void }) {
  const { search } = useAddress('admin')
  const isFiltered = Object.values(auditFilterOf(search)).some((part) => part !== undefined)
  return (
    <div className="flex flex-col gap-lg">
      <AuditFilters />
      <LoadedPages
        query={auditQuery(search)}
        skeleton={<SkeletonTable rows={8} columns={4} />}
        empty={isFiltered ? <NoSuchEntries /> : <NothingWritten />}
      >
        {({ items }) => (
          <Card padding="flush">
            <AuditTable entries={items} onIntent={onIntent} />
          </Card>
        )}
      </LoadedPages>
    </div>
  )
}

function NothingWritten() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState icon="list" title={t`Журнал пока пуст`}>
        <Trans>Здесь появятся входы, пароли, коды, роли и выгрузки: кто, что, когда и откуда.</Trans>
      </EmptyState>
    </Card>
  )
}

function NoSuchEntries() {
  const { t } = useLingui()
  const { replace } = useAddress('admin')
  return (
    <NothingFits
      title={t`Таких записей нет`}
      allLabel={<Trans>Показать весь журнал</Trans>}
      onShowAll={() => replace({ search: undefined, filter: undefined })}
    >
      <Trans>Под выбранные условия не подходит ни одна запись.</Trans>
    </NothingFits>
  )
}
