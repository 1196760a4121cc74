import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { DueWords } from '#src/routes/-contracts-and-payments/due-words.tsx'
import type { DuePayment } from '#src/routes/-contracts-and-payments/payments.ts'
import { Badge } from '#src/ui/badge.tsx'
import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'

/** A payment to make: the sum, by when, for whom. It opens its contract. */
export function DuePaymentRow({ due: { contract, payment, left, isOverdue }, isNext }: DuePaymentRowProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  return (
    <Link
      to="/contracts-and-payments/$id"
      params={{ id: contract.uuid }}
      className="flex items-center gap-sm px-base py-sm transition-colors hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <span className={classes('font-strong tabular-nums', isNext ? 'text-2xl' : 'text-lg')}>
            {formatMoney(left, i18n.locale)}
          </span>
          <Badge tone={dueTone(isOverdue, isNext)} icon={isOverdue && <Icon name="warning" size={16} />}>
            <DueWords day={payment.dueOn} />
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

type DuePaymentRowProps = { due: DuePayment; isNext: boolean }

function dueTone(isOverdue: boolean, isNext: boolean) {
  if (isOverdue) return 'error'
  return isNext ? 'accent' : 'neutral'
}
