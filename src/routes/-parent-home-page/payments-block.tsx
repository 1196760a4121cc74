import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { summaryOf } from '#src/routes/-contracts-and-payments/payments.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useMoment } from '#src/routes/-schedule/use-moment.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { Block } from './block.tsx'
import { DuePaymentRow } from './due-payment-row.tsx'
import { ScreenLink } from './screen-link.ts'
import { toPay } from './to-pay.ts'

const shown = 3

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
        query={contractsQuery()}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(contracts) => contracts.length === 0}
        empty={<NoContracts />}
      >
        {(contracts) => <Payments contracts={contracts} />}
      </Loaded>
    </Block>
  )
}

function Payments({ contracts }: { contracts: readonly Contract[] }) {
  const { i18n } = useLingui()
  const { today } = useMoment()
  const due = toPay(contracts, today)
  const { overdue } = summaryOf(contracts, today)
  if (due.length === 0) {
    return (
      <Card>
        <EmptyState icon="check" title={<Trans>Сейчас платить ничего не нужно</Trans>} />
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-sm">
      {overdue.count > 0 && (
        <Notice tone="error" title={<Trans>Просрочено {formatMoney(overdue.sum, i18n.locale)}</Trans>}>
          <Plural value={overdue.count} one="# платёж" few="# платежа" many="# платежей" other="# платежа" />
        </Notice>
      )}
      <Card padding="flush">
        <ul className="divide-y divide-line-soft">
          {due.slice(0, shown).map((payment, index) => (
            <li key={payment.payment.uuid}>
              <DuePaymentRow due={payment} isNext={index === 0} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
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
