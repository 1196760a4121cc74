import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Contract } from '#contract/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { groupsOf } from '#src/school/standings.ts'
import { NothingFits } from '#src/ui/empty-state.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { SkeletonBlock, SkeletonCards, SkeletonLine } from '#src/ui/skeleton.tsx'
import { Begun } from './begun.tsx'
import { ContractList } from './contract-list.tsx'
import { filterContracts } from './filter.ts'
import { Filters } from './filters.tsx'
import { NoContracts } from './no-contracts.tsx'
import { ContractsSummary } from './summary.tsx'

export default function ContractsPage() {
  const title = useTitle()
  const result = useQuery(contractsQuery())
  return (
    <>
      <PageHeading>{title('contracts-and-payments')}</PageHeading>
      <div className="flex flex-col gap-lg">
        {(result.data ?? []).length === 0 && <Begun />}
        <Faces
          result={result}
          skeleton={<ContractsSkeleton />}
          isEmpty={(contracts) => contracts.length === 0}
          empty={<NoContracts />}
        >
          {(contracts) => <Contracts contracts={contracts} />}
        </Faces>
      </div>
    </>
  )
}

function Contracts({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useLingui()
  const { search, replace } = useAddress('contracts-and-payments')
  const { today } = useMoment()
  const { filter } = search
  const shown = useMemo(() => filterContracts(contracts, filter ?? {}), [contracts, filter])
  const groups = useMemo(() => groupsOf(shown, today), [shown, today])
  return (
    <div className="flex flex-col gap-lg">
      <ContractsSummary contracts={contracts} today={today} />
      {/* Whoever has a debt finds it first. */}
      <Begun />
      <Filters contracts={contracts} />
      <section className="flex flex-col gap-base">
        <div className="flex flex-wrap items-baseline justify-between gap-x-base">
          <h2 className="text-xl">
            <Trans>Договоры</Trans>
          </h2>
          <p role="status" className="text-sm text-ink-muted tabular-nums">
            {shown.length === contracts.length ? (
              <Plural value={shown.length} one="# договор" few="# договора" many="# договоров" other="# договора" />
            ) : (
              <Trans>
                Показано {shown.length} из {contracts.length}
              </Trans>
            )}
          </p>
        </div>
        {shown.length > 0 ? (
          <ContractList groups={groups} />
        ) : (
          <NothingFits
            title={t`Таких договоров нет`}
            allLabel={<Trans>Показать все договоры</Trans>}
            onShowAll={() => replace({ filter: undefined })}
          >
            <Trans>Под выбранные условия не подходит ни один договор.</Trans>
          </NothingFits>
        )}
      </section>
    </div>
  )
}

/** The list in outline: what to pay next, the filters, the contracts. */
function ContractsSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonBlock />
      <SkeletonLine width="half" height="control" />
      <SkeletonCards count={4} />
    </div>
  )
}
