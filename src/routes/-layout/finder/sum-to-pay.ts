import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { paymentSummaryOf } from '#src/domain/payments.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { formatMoney } from '#src/i18n/numbers.ts'

/** What is to be paid of a contract, or what a card pays: «долг 12 000 ₽», «спишется 5 декабря»; empty without it. */
export function sumToPayOf(
  contract: Contract,
  { today, dates, i18n }: { today: string; dates: Dates; i18n: I18n },
): string {
  const { overdue, next, charged } = paymentSummaryOf([contract], today)
  const [first] = charged
  const due = overdue.count > 0 ? overdue.sum : (next?.sum ?? first?.left ?? 0)
  const [sum, day] = [formatMoney(due, i18n.locale), dates.day(next?.day ?? first?.charge.on ?? today)]
  if (overdue.count > 0) return i18n._(msg`долг ${sum}`)
  if (next) return i18n._(msg`${sum} до ${day}`)
  return first ? i18n._(msg`${sum} спишется ${day}`) : ''
}
