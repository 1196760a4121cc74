import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueWords } from '#src/i18n/due-words.tsx'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import type { DuePayment } from '#src/school/payments.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** A payment to make: the sum, by when, for whom. It opens its contract. */
export function DuePaymentRow({ due: { contract, payment, left, isOverdue } }: { due: DuePayment }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useMoment()
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
            <DueWords days={daysUntil(payment.dueOn, today)} />
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
