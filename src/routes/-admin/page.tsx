import { useLingui } from '@lingui/react'
import { getRouteApi } from '@tanstack/react-router'
import type { Locale } from '#contract/enumerations.ts'
import { panelTitles } from '#contract/screens.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { OpenedContractCard } from './contract/opened-contract-card.tsx'
import { OpenedContract } from './payments/opened-contract.tsx'
import { OpenedDataRequest } from './queues/opened-data-request.tsx'
import { OpenedUserCard } from './user/opened-user-card.tsx'

const route = getRouteApi('/adm-panel/')

/** One part of the panel; the menu has its other parts. */
export default function AdminPage() {
  const { i18n } = useLingui()
  const { search } = useScreenSearch('admin')
  const { tab = 'overview' } = search
  const { tabs } = route.useRouteContext()
  const Part = tabs[tab]
  return (
    <>
      {/* On a phone the controls of a list are at most 120 px high. */}
      <div className="max-md:-mb-xs">
        <PageHeading>{panelTitles[tab][i18n.locale as Locale]}</PageHeading>
      </div>
      <Part key={tab} />
      <OpenedContract />
      <OpenedDataRequest />
      <OpenedContractCard />
      <OpenedUserCard />
    </>
  )
}
