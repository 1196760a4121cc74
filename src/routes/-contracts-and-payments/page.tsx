import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { paymentPlanOf, paymentSummaryOf } from '#src/domain/billing/payments.ts'
import { groupContracts } from '#src/domain/contract-groups.ts'
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
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import {
  ContractChildSelect,
  ContractChildSwitcher,
  ContractFilters,
  contractsOfChild,
  filterContracts,
} from './contract-filters.tsx'
import { ContractList } from './contract-list.tsx'
import { DuePayments, firstPaymentsOf, otherContracts } from './due-payments.tsx'
import { NothingToPay } from './nothing-to-pay.tsx'
import { StartedEnrolments } from './started-enrolments.tsx'
import { StartedPayments } from './started-payments.tsx'
import { UnpaidTotal } from './unpaid-total.tsx'

export default function ContractsPage() {
  const title = useScreenTitle()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const result = useQuery(contractsQuery())
  return (
    <FoldingBar
      bar={
        <>
          <div className="flex items-center justify-between gap-xs max-md:min-h-[44px] max-md:pb-xs">
            <PageHeading isCompact>{title('contracts-and-payments')}</PageHeading>
            {isParent && <Responsive from="md" narrow={<ContractChildSelect contracts={result.data} />} wide={null} />}
          </div>
          {isParent && (result.data || result.isPending) && (
            <div className="max-md:hidden">
              <ContractChildSwitcher contracts={result.data} />
            </div>
          )}
        </>
      }
    >
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
    </FoldingBar>
  )
}

function Contracts({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('contracts-and-payments')
  const { today } = useSchoolNow()
  const { filter = {} } = search
  const child = contractsOfChild(contracts, filter.child)
  const summary = useMemo(() => paymentSummaryOf(contracts, today), [contracts, today])
  const first = firstPaymentsOf(summary, child)
  const others = otherContracts(contracts, first)
  const shown = filterContracts(others, filter, today)
  return (
    <div className="flex flex-col gap-base">
      {summary.next === null && summary.overdue.count === 0 ? (
        <NothingToPay plan={paymentPlanOf(contracts, today, 0)} charged={summary.charged[0]} />
      ) : (
        <DuePayments summary={summary} first={first} child={child} today={today} />
      )}
      <StartedPayments />
      <UnpaidTotal contracts={contracts} summary={summary} child={child} today={today} />
      {/* After the sums: debts come first. */}
      <StartedEnrolments />
      {others.length > 0 && (
        <section aria-label={t`Договоры`}>
          <ContractFilters contracts={others} today={today} />
          <p role="status" className="text-sm text-ink-muted tabular-nums">
            {filter.status && (
              <Trans>
                Показано {shown.length} из {others.length}
              </Trans>
            )}
          </p>
          {shown.length > 0 ? (
            <ContractGroups
              groups={groupContracts(shown, today)}
              child={child?.name ?? null}
              hasDueAbove={first.overdue.length + first.next.length > 0}
            />
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
      )}
    </div>
  )
}

type ContractGroupsProps = Required<Pick<ComponentProps<typeof ContractList>, 'groups' | 'child' | 'hasDueAbove'>>

/** The contracts by state; those of ended years are folded below the others. */
function ContractGroups({ groups, child, hasDueAbove }: ContractGroupsProps) {
  const { t } = useLingui()
  const current = groups.filter(({ kind }) => kind !== 'finished')
  const finished = groups.filter(({ kind }) => kind === 'finished')
  if (current.length === 0) return <ContractList groups={finished} child={child} label={t`Договоры`} />
  return (
    <>
      <ContractList groups={current} child={child} hasDueAbove={hasDueAbove} label={t`Договоры`} />
      {finished.map(({ contracts }) => (
        <div key="finished" className="pt-sm">
          <Disclosure summary={<Trans>Показать завершённые: {contracts.length}</Trans>}>
            <ContractList isFolded groups={finished} child={child} label={t`Завершённые договоры`} />
          </Disclosure>
        </div>
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
