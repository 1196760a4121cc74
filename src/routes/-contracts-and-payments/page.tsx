import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { groupByUrgency } from '#src/domain/contract-urgency.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useIsWithoutRole, WithoutRole } from '#src/routes/-flow/account/without-role.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { EmptyCard, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonCards, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { ContractChildSwitcher, ContractFilters, contractsOfChild, filterContracts } from './contract-filters.tsx'
import { ContractList } from './contract-list.tsx'
import { ContractsSummary } from './contracts-summary.tsx'
import { StartedEnrolments } from './started-enrolments.tsx'

export default function ContractsPage() {
  const title = useScreenTitle()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const result = useQuery(contractsQuery())
  return (
    <>
      <PageHeading>{title('contracts-and-payments')}</PageHeading>
      {isParent && (result.data || result.isPending) && <ContractChildSwitcher contracts={result.data} />}
      <div className="flex flex-col gap-lg">
        {(result.data ?? []).length === 0 && <StartedEnrolments />}
        <QueryState
          result={result}
          skeleton={<ContractsSkeleton />}
          isEmpty={(contracts) => contracts.length === 0}
          empty={<NoContracts />}
        >
          {(contracts) => <Contracts contracts={contracts} />}
        </QueryState>
      </div>
    </>
  )
}

function Contracts({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('contracts-and-payments')
  const { today } = useSchoolNow()
  const { filter } = search
  const shown = useMemo(() => filterContracts(contracts, filter ?? {}, today), [contracts, filter, today])
  const groups = useMemo(() => groupByUrgency(shown, today), [shown, today])
  const child = contractsOfChild(contracts, filter?.child)
  return (
    <div className="flex flex-col gap-lg">
      <ContractsSummary contracts={contracts} child={child} today={today} />
      {/* After the summary: debts come first. */}
      <StartedEnrolments />
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
        <ContractFilters contracts={contracts} today={today} />
        {shown.length > 0 ? (
          <ContractGroups groups={groups} child={child?.name ?? null} />
        ) : (
          <NoMatches
            title={t`Таких договоров нет`}
            resetLabel={<Trans>Показать все договоры</Trans>}
            onReset={() => replace({ filter: undefined })}
          >
            <Trans>Под выбранные условия не подходит ни один договор.</Trans>
          </NoMatches>
        )}
      </section>
    </div>
  )
}

/** The contracts by urgency; those of ended years are folded below the others. */
function ContractGroups({ groups, child }: Omit<ComponentProps<typeof ContractList>, 'label' | 'isFolded'>) {
  const { t } = useLingui()
  const current = groups.filter(({ urgency }) => urgency !== 'finished')
  const finished = groups.filter(({ urgency }) => urgency === 'finished')
  if (current.length === 0) return <ContractList groups={finished} child={child} label={t`Договоры`} />
  return (
    <>
      <ContractList groups={current} child={child} label={t`Договоры`} />
      {finished.map(({ contracts }) => (
        <Disclosure key="finished" summary={<Trans>Показать завершённые: {contracts.length}</Trans>}>
          <ContractList isFolded groups={finished} child={child} label={t`Завершённые договоры`} />
        </Disclosure>
      ))}
    </>
  )
}

function ContractsSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonBlock />
      <SkeletonLine width="half" height="control" />
      <SkeletonCards count={4} />
    </div>
  )
}

/** Empty list: link to the catalog, or contacts for users without a role. */
function NoContracts() {
  const { t } = useLingui()
  if (useIsWithoutRole()) {
    return (
      <EmptyCard icon="profile" title={t`У вас пока нет роли`}>
        <WithoutRole />
      </EmptyCard>
    )
  }
  return (
    <EmptyCard
      icon="wallet"
      title={t`Договоров пока нет`}
      action={
        <ButtonLink to="/catalog" variant="primary">
          <Trans>Выбрать курс в каталоге</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        Здесь появятся договоры на обучение, график платежей и то, что нужно оплатить. Договор заключается, когда вы
        выбираете курс.
      </Trans>
    </EmptyCard>
  )
}
