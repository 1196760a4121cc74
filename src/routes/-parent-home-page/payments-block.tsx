import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Contract } from '#contract/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { type DuePayment, paymentsToShow } from '#src/domain/payments.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueText } from '#src/i18n/due-text.tsx'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { HomeBlock, optionalQuery } from './home-block.tsx'

/** Next and overdue payments. */
export function PaymentsBlock() {
  return (
    <HomeBlock
      title={<Trans>К оплате</Trans>}
      link={
        <ScreenLink to="/contracts-and-payments">
          <Trans>Все договоры</Trans>
        </ScreenLink>
      }
    >
      <QueryBoundary
        query={optionalQuery(contractsQuery())}
        skeleton={<SkeletonCards count={2} />}
        isEmpty={(contracts) => contracts.length === 0}
        empty={<NoContracts />}
      >
        {(contracts) => <Payments contracts={contracts} />}
      </QueryBoundary>
    </HomeBlock>
  )
}

function Payments({ contracts }: { contracts: readonly Contract[] }) {
  const { today } = useSchoolNow()
  const { shown, hidden } = paymentsToShow(contracts, today)
  if (shown.length === 0) return <NothingToPay />
  return (
    <Card padding="flush">
      <ul className="divide-y divide-line-soft">
        {shown.map((due) => (
          <li key={due.payment.uuid}>
            <DuePaymentRow due={due} />
          </li>
        ))}
        {hidden > 0 && (
          <li className="px-base py-sm text-sm md:px-lg">
            <ScreenLink to="/contracts-and-payments">
              <Plural
                value={hidden}
                one="Ещё # просроченный платёж"
                few="Ещё # просроченных платежа"
                many="Ещё # просроченных платежей"
                other="Ещё # просроченного платежа"
              />
            </ScreenLink>
          </li>
        )}
      </ul>
    </Card>
  )
}

function NothingToPay() {
  return (
    <Card>
      <EmptyState icon="check" tone="success" title={<Trans>Сейчас платить ничего не нужно</Trans>}>
        <Trans>Ближайший платёж появится здесь заранее.</Trans>
      </EmptyState>
    </Card>
  )
}

function NoContracts() {
  return (
    <Card>
      <EmptyState icon="wallet" title={<Trans>Договоров пока нет</Trans>}>
        <Trans>Платежи по договорам появятся здесь.</Trans>
      </EmptyState>
    </Card>
  )
}

/** A due payment with a link to its contract. */
function DuePaymentRow({ due: { contract, payment, left, isOverdue } }: { due: DuePayment }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  return (
    <Link
      to="/contracts-and-payments/$id"
      params={{ id: contract.uuid }}
      className="flex items-center gap-sm px-base py-sm transition-colors hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <span className="text-xl font-strong tabular-nums">{formatMoney(left, i18n.locale)}</span>
          <Badge tone={isOverdue ? 'error' : 'accent'} icon={isOverdue && <Icon name="warning" size={16} />}>
            <DueText days={daysUntil(payment.dueOn, today)} />
          </Badge>
        </span>
        <span className="block text-sm">
          <Trans>до {dates.day(payment.dueOn)}</Trans> · {contract.student.firstName}
        </span>
        <span className="block text-sm text-ink-muted">{contract.program.title}</span>
      </span>
      <span className="text-ink-muted">
        <Icon name="arrow-right" />
      </span>
    </Link>
  )
}
