import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { PanelSearch } from '#contract/screen-searches.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { OpenedUser, UserCard } from './opened-user.tsx'

const route = getRouteApi('/adm-panel/')

export default function AdminPage() {
  const { t } = useLingui()
  const title = useTitle()
  const { search, replace } = useAddress('admin')
  const { tab = 'users' } = search
  /** What was sought in the tabs that are not open. */
  const [sought, setSought] = useState<Partial<Record<typeof tab, PanelSearch>>>({})
  const { tabs } = route.useRouteContext()
  const change = (next: typeof tab) => {
    setSought({ ...sought, [tab]: search })
    const { search: words, filter } = sought[next] ?? {}
    replace({ tab: next === 'users' ? undefined : next, search: words, filter })
  }
  return (
    <>
      <PageHeading>{title('admin')}</PageHeading>
      <Tabs
        label={t`Панель администратора`}
        value={tab}
        onChange={change}
        tabs={[
          { key: 'users', label: <Trans>Пользователи</Trans> },
          { key: 'audit', label: <Trans>Журнал действий</Trans> },
          { key: 'own', label: <Trans>Профиль</Trans> },
        ]}
      >
        {tab === 'users' && <tabs.users />}
        {tab === 'audit' && <tabs.audit onIntent={() => void UserCard.warm()} />}
        {tab === 'own' && <tabs.own />}
      </Tabs>
      <OpenedUser />
    </>
  )
}
