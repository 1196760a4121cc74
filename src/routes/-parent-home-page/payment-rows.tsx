import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { type DuePayment, groupOf } from '#src/domain/billing/payments.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueText } from '#src/i18n/due-text.tsx'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { CheckoutTitle } from '#src/routes/-flow/payments/checkout-title.tsx'
import { searchOf, usePayableOnline } from '#src/routes/-flow/payments/pay-link.tsx'
import { OverdueText, PaymentCount } from '#src/routes/-query/labels/due-payments.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import type { NeedOf } from './needs.ts'

/** What is overdue, since the first of the days. */
export function DebtRow({ overdue }: NeedOf<'debt'>) {
  const { payments } = overdue
  return (
    <HomeRow
      start="warning"
      {...usePayment(payments)}
      title={
        <span className="text-ink-error tabular-nums">
          <OverdueText overdue={overdue} />
        </span>
      }
      due={payments[0] && <OverdueSince day={payments[0].payment.dueOn} />}
      {...usePaidFor(payments)}
    />
  )
}

function OverdueSince({ day }: { day: string }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  return (
    <Trans>
      просрочка с {dates.day(day)},{' '}
      <Plural value={daysUntil(today, day)} one="# день" few="# дня" many="# дней" other="# дня" />
    </Trans>
  )
}

/** What is to be paid next. */
export function PaymentRow({ next: { payments, day, sum, count } }: NeedOf<'payment'>) {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const [until, money] = [useDates().day(day), formatMoney(sum, i18n.locale)]
  return (
    <HomeRow
      start="wallet"
      {...usePayment(payments)}
      title={
        <span className="tabular-nums">
          <Trans>
            До {until}: {money}
          </Trans>
        </span>
      }
      due={
        <>
          <DueText days={daysUntil(day, today)} />
          {count > 1 && (
            <>
              {separator}
              <PaymentCount count={count} />
            </>
          )}
        </>
      }
      {...usePaidFor(payments)}
    />
  )
}

/** What the card has refused: when it is charged again, unless it is paid before. */
export function RefusedChargeRow({ payments, on }: NeedOf<'refused-charge'>) {
  const { i18n } = useLingui()
  const [day, money] = [useDates().day(on), formatMoney(groupOf(payments).sum, i18n.locale)]
  return (
    <HomeRow
      start="warning"
      {...usePayment(payments)}
      title={
        <span className="tabular-nums">
          <Trans>Карта не оплатила {money}</Trans>
        </span>
      }
      due={<Trans>спишем снова {day}, если не оплатите сами</Trans>}
      {...usePaidFor(payments)}
    />
  )
}

/** Where the row leads: to the payment where the school takes it online, else to the bills. */
function usePayment(payments: readonly DuePayment[]): Pick<ComponentProps<typeof HomeRow>, 'to' | 'action'> {
  const online = usePayableOnline(payments)
  if (online.length > 0)
    return { to: { to: '/payment', search: searchOf(online) }, action: <Trans context="action">Оплатить</Trans> }
  return { to: { to: '/contracts-and-payments' }, action: <Trans context="action">К оплате</Trans> }
}

/** An online payment that the bank has not answered. */
export function CheckoutRow({ checkout }: NeedOf<'checkout'>) {
  const { t } = useLingui()
  const at = useDates().dateTime(checkout.createdAt)
  return (
    <HomeRow
      start="wallet"
      to={{ to: '/payment', search: { checkout: checkout.uuid } }}
      title={
        <span className="tabular-nums">
          <CheckoutTitle checkout={checkout} />
        </span>
      }
      note={[t`Оплата начата ${at}`]}
      action={<Trans>Проверить</Trans>}
    />
  )
}

/** For whom and for what: «Артём: Математика, Физика», of several people how much of each: «Артём: 2, Мария: 1». */
function usePaidFor(payments: readonly DuePayment[]): { who: string; note: string[] } {
  const ownId = useCurrentUserId()
  const byStudent = Map.groupBy(payments, ({ contract: { student } }) =>
    student.uuid === ownId ? '' : student.firstName,
  )
  const titlesOf = (own: readonly DuePayment[]) =>
    [...new Set(own.map(({ contract }) => contract.program.title))].join(', ')
  const [first, ...others] = byStudent
  if (first && others.length === 0) return { who: first[0], note: [titlesOf(first[1])] }
  const counts = [...byStudent].map(([name, own]) => (name === '' ? titlesOf(own) : `${name}:\u00a0${own.length}`))
  return { who: '', note: [counts.join(', ')] }
}
