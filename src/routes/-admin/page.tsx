import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useLatestSearch, useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Tabs } from '#src/ui/data/tabs.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { OpenedUserCard } from './opened-user-card.tsx'

const route = getRouteApi('/adm-panel/')

export default function AdminPage() {
  const { t } = useLingui()
  const title = useScreenTitle()
  const { search, replace } = useScreenSearch('admin')
  const { tab = 'users' } = search
  const sought = useLatestSearch(tab, search)
  const { tabs } = route.useRouteContext()
  const change = (next: typeof tab) => {
    const previous = sought.current[next] ?? {}
    replace({
      tab: next === 'users' ? undefined : next,
      search: previous.search,
      filter: previous.filter,
      ticket: undefined,
      item: undefined,
    })
  }
  return (
    <>
      <PageHeading>{title('admin')}</PageHeading>
      <Tabs
        label={t`Панель администратора`}
        value={tab}
        onChange={change}
        tabs={[
          { key: 'overview', label: <Trans>Обзор</Trans> },
          { key: 'tickets', label: <Trans>Сообщения</Trans> },
          { key: 'absences', label: <Trans>Отсутствия</Trans> },
          { key: 'news', label: <Trans>Новости</Trans> },
          { key: 'users', label: <Trans>Пользователи</Trans> },
          { key: 'audit', label: <Trans>Журнал действий</Trans> },
          { key: 'integrations', label: <Trans>Интеграции</Trans> },
          { key: 'imports', label: <Trans>Загрузка данных</Trans> },
          { key: 'own', label: <Trans>Профиль</Trans> },
        ]}
      >
        {tab === 'overview' && <tabs.overview />}
        {tab === 'tickets' && <tabs.tickets />}
        {tab === 'absences' && <tabs.absences />}
        {tab === 'news' && <tabs.news />}
        {tab === 'users' && <tabs.users />}
        {tab === 'audit' && <tabs.audit />}
        {tab === 'integrations' && <tabs.integrations />}
        {tab === 'imports' && <tabs.imports />}
        {tab === 'own' && <tabs.own />}
      </Tabs>
      <OpenedUserCard />
    </>
  )
}
