import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { useTitle } from '#src/i18n/use-title.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { SkeletonTable } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { LazyAuditLog } from './audit-log-lazy.ts'
import { usePanelSearch } from './use-panel-search.ts'
import { LazyUserCard } from './user-card-lazy.ts'
import { Users } from './users.tsx'

export default function AdminPage() {
  const { t } = useLingui()
  const title = useTitle()
  const { shown, showTab } = usePanelSearch()
  return (
    <>
      <PageHeading>{title('admin')}</PageHeading>
      <Tabs
        label={t`Панель администратора`}
        value={shown.tab ?? 'users'}
        onChange={showTab}
        tabs={[
          { key: 'users', label: <Trans>Пользователи</Trans> },
          { key: 'audit', label: <Trans>Журнал действий</Trans> },
        ]}
      >
        <Suspense fallback={<SkeletonTable rows={8} columns={4} />}>
          {shown.tab === 'audit' ? <LazyAuditLog /> : <Users />}
        </Suspense>
      </Tabs>
      {shown.user !== undefined && (
        <Suspense fallback={null}>
          <LazyUserCard key={shown.user} id={shown.user} />
        </Suspense>
      )}
    </>
  )
}
