import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PaymentGroup, PaymentSummary } from '#src/domain/billing/payments.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueText, isCounted } from '#src/i18n/due-text.tsx'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** «До 5 декабря: 34 844 ₽, 4 платежа». */
export function NextPaymentsText({ next: { day, sum, count } }: { next: NonNullable<PaymentSummary['next']> }) {
  const { i18n } = useLingui()
  const [until, money] = [useDates().day(day), formatMoney(sum, i18n.locale)]
  if (count === 1)
    return (
      <Trans>
        До {until}: {money}
      </Trans>
    )
  return (
    <Trans>
      До {until}: {money}, <PaymentCount count={count} />
    </Trans>
  )
}

/** «Долг: 12 000 ₽, 2 платежа». */
export function OverdueText({ overdue: { sum, count } }: { overdue: PaymentGroup }) {
  const { i18n } = useLingui()
  const money = formatMoney(sum, i18n.locale)
  return (
    <Trans>
      Долг: {money}, <PaymentCount count={count} />
    </Trans>
  )
}

/** «2 платежа». */
export function PaymentCount({ count }: { count: number }) {
  return <Plural value={count} one="# платёж" few="# платежа" many="# платежей" other="# платежа" />
}

/** Days before a payment that are pointed out. */
const soonDays = 3

/** How many days are left until a payment that is soon, or for how many it is overdue. */
export function DueBadge({ day, today }: { day: string; today: string }) {
  const days = daysUntil(day, today)
  if (!isCounted(day, today)) return null
  if (days < 0)
    return (
      <Badge tone="error" icon={<Icon name="warning" size={16} />}>
        <DueText days={days} />
      </Badge>
    )
  return (
    <Badge tone={days <= soonDays ? 'warning' : 'neutral'}>
      <DueText days={days} />
    </Badge>
  )
}
