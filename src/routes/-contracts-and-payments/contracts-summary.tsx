import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { type DuePayment, duePayments, paymentSummaryOf } from '#src/domain/payments.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueText } from '#src/i18n/due-text.tsx'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useCurrentUserId } from '#src/routes/-shell/account/use-session.ts'
import { BillButton } from '#src/routes/-shell/flow/bill-button.tsx'
import { ButtonLink, ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { Stat, StatList } from '#src/ui/data/list.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type SummaryProps = { contracts: readonly Contract[]; today: string }

/** Overdue payments or the next one, and the remaining amount of all contracts. */
export function ContractsSummary({ contracts, today }: SummaryProps) {
  const { t, i18n } = useLingui()
  const { overdue, left } = paymentSummaryOf(contracts, today)
  const hasDebt = overdue.count > 0
  return (
    <div className="grid items-stretch gap-base lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <ToPay contracts={contracts} today={today} />
      <Card aria-label={t`Итого`}>
        <StatList>
          {hasDebt && (
            <Stat
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
          <Stat
            label={t`Осталось оплатить`}
            value={formatMoney(left, i18n.locale)}
            note={hasDebt ? <Trans>по всем договорам, вместе с долгом</Trans> : <Trans>по всем договорам</Trans>}
          />
        </StatList>
      </Card>
    </div>
  )
}

/** Number of overdue payments shown above the list; the others are its first contracts. */
const room = 3

function ToPay({ contracts, today }: SummaryProps) {
  const { t, i18n } = useLingui()
  const due = duePayments(contracts, today)
  const overdue = due.filter((payment) => payment.isOverdue)
  const next = due[overdue.length]
  if (due.length === 0) return <NothingToPay left={paymentSummaryOf(contracts, today).left} />
  return (
    <Card
      tone={overdue.length > 0 ? 'plain' : 'accent'}
      aria-label={t`К оплате`}
      {...(overdue.length > 0 && { title: <Trans>Долг: оплатите как можно скорее</Trans> })}
    >
      <ul className="flex flex-col gap-base divide-y divide-line-soft *:not-first:pt-base">
        {overdue.slice(0, room).map((payment, index) => (
          <DuePaymentRow key={payment.payment.uuid} due={payment} today={today} isFirst={index === 0} />
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
        {next && overdue.length === 0 && <DuePaymentRow due={next} today={today} isFirst />}
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

type DuePaymentRowProps = {
  due: DuePayment
  today: string
  /** The first has the primary button. */
  isFirst: boolean
}

function DuePaymentRow({ due, today, isFirst }: DuePaymentRowProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const ownId = useCurrentUserId()
  const { contract, payment, left, isOverdue } = due
  const [sum, day] = [formatMoney(left, i18n.locale), dates.day(payment.dueOn)]
  const { student, program } = contract
  const title = usePaymentTitle()(payment, contract.payments)
  return (
    <li className="flex flex-wrap items-end justify-between gap-base">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <p className="font-medium">
            {isOverdue ? <Trans>Нужно было заплатить до {day}</Trans> : <Trans>Заплатить до {day}</Trans>}
          </p>
          <Badge tone={isOverdue ? 'error' : 'accent'} icon={isOverdue && <Icon name="warning" size={16} />}>
            <DueText days={daysUntil(payment.dueOn, today)} />
          </Badge>
        </div>
        <p className="mt-xxs text-2xl font-strong tabular-nums">{sum}</p>
        <p className="mt-xxs text-ink-muted">
          <ScreenLink to="/contracts-and-payments/$id" params={{ id: contract.uuid }}>
            {program.title}
          </ScreenLink>
          {separator}
          {[title, ...(student.uuid === ownId ? [] : [student.firstName])].join(separator)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-xs print:hidden">
        <BillButton
          variant={isFirst ? 'primary' : 'secondary'}
          contractId={contract.uuid}
          payment={{ ...payment, title }}
        />
        <ButtonLink to="/contracts-and-payments/$id" params={{ id: contract.uuid }} search={{ pay: payment.uuid }}>
          <Trans>Реквизиты</Trans>
          <VisuallyHidden>: {title}</VisuallyHidden>
        </ButtonLink>
      </div>
    </li>
  )
}

/** Nothing is due; `left` is paid by banks and funds or deferred. */
function NothingToPay({ left }: { left: number }) {
  const { t } = useLingui()
  return (
    <Card tone="success" aria-label={t`К оплате`}>
      <div className="flex h-full items-center gap-base">
        <span className="text-ink-success">
          <Icon name="check" size={32} />
        </span>
        <div className="min-w-0">
          <h2 className="text-lg">
            <Trans>Сейчас платить ничего не нужно</Trans>
          </h2>
          {left > 0 && (
            <p className="text-ink-muted">
              <Trans>
                Остальное платит банк или фонд либо отсрочено. Если платить будет нужно вам, напомним за три дня до
                срока.
              </Trans>
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}
