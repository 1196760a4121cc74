import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { duePayments, summaryOf } from '#src/school/payments.ts'
import { Card } from '#src/ui/card.tsx'
import { Figure, Figures } from '#src/ui/figure.tsx'
import { DueRow } from './due-row.tsx'
import { NothingToPay } from './nothing-to-pay.tsx'

type SummaryProps = { contracts: readonly Contract[]; today: string }

/** What is overdue with the bill of each, or else what to pay next, and what is left over all contracts. */
export function ContractsSummary({ contracts, today }: SummaryProps) {
  const { t, i18n } = useLingui()
  const { overdue, left } = summaryOf(contracts, today)
  const hasDebt = overdue.count > 0
  return (
    <div className="grid items-stretch gap-base lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <ToPay contracts={contracts} today={today} />
      <Card aria-label={t`Итого`}>
        <Figures>
          {hasDebt && (
            <Figure
              label={t`Долг`}
              value={formatMoney(overdue.sum, i18n.locale)}
              tone="error"
              note={
                <Plural
                  value={overdue.count}
                  one="# платёж просрочен"
                  few="# платежа просрочены"
                  many="# платежей просрочено"
                  other="# платежа просрочено"
                />
              }
            />
          )}
          <Figure
            label={t`Осталось оплатить`}
            value={formatMoney(left, i18n.locale)}
            note={hasDebt ? <Trans>по всем договорам, вместе с долгом</Trans> : <Trans>по всем договорам</Trans>}
          />
        </Figures>
      </Card>
    </div>
  )
}

/** How many overdue payments stand above the list; the others lead it. */
const room = 3

function ToPay({ contracts, today }: SummaryProps) {
  const { t, i18n } = useLingui()
  const due = duePayments(contracts, today)
  const overdue = due.filter((payment) => payment.isOverdue)
  const next = due[overdue.length]
  if (due.length === 0) return <NothingToPay left={summaryOf(contracts, today).left} />
  return (
    <Card
      tone={overdue.length > 0 ? 'plain' : 'accent'}
      aria-label={t`К оплате`}
      {...(overdue.length > 0 && { title: <Trans>Долг: оплатите как можно скорее</Trans> })}
    >
      <ul className="flex flex-col gap-base divide-y divide-line-soft *:not-first:pt-base">
        {overdue.slice(0, room).map((payment, index) => (
          <DueRow key={payment.payment.uuid} due={payment} today={today} isFirst={index === 0} />
        ))}
        {overdue.length > room && (
          <li className="text-ink-muted">
            <Plural
              value={overdue.length - room}
              one="И ещё # просроченный платёж: он ниже, в списке договоров"
              few="И ещё # просроченных платежа: они ниже, в списке договоров"
              many="И ещё # просроченных платежей: они ниже, в списке договоров"
              other="И ещё # просроченного платежа: они ниже, в списке договоров"
            />
          </li>
        )}
        {next && overdue.length === 0 && <DueRow due={next} today={today} isFirst />}
      </ul>
      {next && overdue.length > 0 && <NextWords sum={formatMoney(next.left, i18n.locale)} day={next.payment.dueOn} />}
    </Card>
  )
}

function NextWords({ sum, day }: { sum: string; day: string }) {
  const dates = useDates()
  return (
    <p className="mt-base border-t border-line-soft pt-base text-ink-muted">
      <Trans>
        Следующий платёж: {sum} до {dates.day(day)}
      </Trans>
    </p>
  )
}
