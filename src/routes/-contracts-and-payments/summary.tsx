import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Contract } from '#contract/contracts.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueWords } from '#src/i18n/due-words.tsx'
import { formatMoney } from '#src/i18n/money.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { type DuePayment, summaryOf } from '#src/school/payments.ts'
import { Badge } from '#src/ui/badge.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { Figure, Figures } from '#src/ui/figure.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** What to pay next, what is overdue, and the total of debts, over all contracts. */
export function ContractsSummary({ contracts, today }: { contracts: readonly Contract[]; today: string }) {
  const { t, i18n } = useLingui()
  const { next, overdue, debt } = summaryOf(contracts, today)
  return (
    <div className="grid items-stretch gap-base lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card tone="accent" aria-label={t`К оплате`}>
        {next === null ? <NothingToPay debt={debt} /> : <NextPayment due={next} today={today} />}
      </Card>
      <Card aria-label={t`Долг`}>
        <Figures>
          <Figure
            label={t`Общий долг`}
            value={formatMoney(debt, i18n.locale)}
            note={<Trans>по всем договорам до конца срока</Trans>}
          />
          <Figure
            label={t`Просрочено`}
            value={formatMoney(overdue.sum, i18n.locale)}
            tone={overdue.count > 0 ? 'error' : 'neutral'}
            note={
              overdue.count > 0 ? (
                <Plural value={overdue.count} one="# платёж" few="# платежа" many="# платежей" other="# платежа" />
              ) : (
                <Trans>всё оплачено вовремя</Trans>
              )
            }
          />
        </Figures>
      </Card>
    </div>
  )
}

function NextPayment({ due, today }: { due: DuePayment; today: string }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { contract, payment, left, isOverdue } = due
  return (
    <div className="flex h-full flex-wrap items-end justify-between gap-base">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <h2 className="text-base font-medium">
            {isOverdue ? (
              <Trans>Нужно было заплатить до {dates.day(payment.dueOn)}</Trans>
            ) : (
              <Trans>Заплатить до {dates.day(payment.dueOn)}</Trans>
            )}
          </h2>
          <Badge tone={isOverdue ? 'error' : 'accent'} icon={isOverdue && <Icon name="warning" size={16} />}>
            <DueWords days={daysUntil(payment.dueOn, today)} />
          </Badge>
        </div>
        <p className="mt-xxs text-3xl font-strong tabular-nums">{formatMoney(left, i18n.locale)}</p>
        <p className="mt-xs text-ink-muted">
          {[payment.title, contract.program.title, contract.student.firstName].join(separator)}
        </p>
      </div>
      <Link
        to="/contracts-and-payments/$id"
        params={{ id: contract.uuid }}
        className={buttonClasses({ variant: 'primary' })}
      >
        <Trans>Открыть договор</Trans>
      </Link>
    </div>
  )
}

function NothingToPay({ debt }: { debt: number }) {
  return (
    <div className="flex h-full items-center gap-base">
      <span className="text-ink-accent">
        <Icon name="check" size={32} />
      </span>
      <div className="min-w-0">
        <h2 className="text-lg">
          <Trans>Сейчас платить ничего не нужно</Trans>
        </h2>
        {debt > 0 && (
          <p className="text-ink-muted">
            <Trans>Остальные платежи отсрочены: мы напомним о них заранее.</Trans>
          </p>
        )}
      </div>
    </div>
  )
}
