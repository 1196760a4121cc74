import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueWords } from '#src/i18n/due-words.tsx'
import { formatMoney } from '#src/i18n/money.ts'
import { usePaymentTitle } from '#src/i18n/payment-words.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { BillButton } from '#src/routes/-frame/bill-button.tsx'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { useOwnId } from '#src/routes/-frame/use-session.ts'
import type { DuePayment } from '#src/school/payments.ts'
import { Badge } from '#src/ui/badge.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type DueRowProps = {
  due: DuePayment
  today: string
  /** The first of them is what the page wants most. */
  isFirst: boolean
}

/** One payment to make: how much, by when, for what, and both ways to pay it. */
export function DueRow({ due, today, isFirst }: DueRowProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const ownId = useOwnId()
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
            <DueWords days={daysUntil(payment.dueOn, today)} />
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
        <Link
          to="/contracts-and-payments/$id"
          params={{ id: contract.uuid }}
          search={{ pay: payment.uuid }}
          className={buttonClasses({})}
        >
          <Trans>Реквизиты</Trans>
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Link>
      </div>
    </li>
  )
}
