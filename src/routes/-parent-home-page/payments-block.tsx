import { Plural, Trans } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { toPay } from '#src/school/payments.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { alone, Block } from './block.tsx'
import { DuePaymentRow } from './due-payment-row.tsx'

/** What must be paid next and what is overdue. */
export function PaymentsBlock() {
  return (
    <Block
      title={<Trans>К оплате</Trans>}
      link={
        <ScreenLink to="/contracts-and-payments">
          <Trans>Все договоры</Trans>
        </ScreenLink>
      }
    >
      <Loaded
        query={alone(contractsQuery())}
        skeleton={<SkeletonCards count={2} />}
        isEmpty={(contracts) => contracts.length === 0}
        empty={<NoContracts />}
      >
        {(contracts) => <Payments contracts={contracts} />}
      </Loaded>
    </Block>
  )
}

function Payments({ contracts }: { contracts: readonly Contract[] }) {
  const { today } = useMoment()
  const { shown, hidden } = toPay(contracts, today)
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
