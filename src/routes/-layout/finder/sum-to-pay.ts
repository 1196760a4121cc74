import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { soonestDueOf } from '#src/domain/billing/payments.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { formatMoney } from '#src/i18n/numbers.ts'

/** What is to be paid of a contract, or what a card pays: «долг 12 000 ₽», «спишется 5 декабря»; empty without it. */
export function sumToPayOf(
  contract: Contract,
  { today, dates, i18n }: { today: string; dates: Dates; i18n: I18n },
): string {
  const due = soonestDueOf([contract], today)
  if (due === null) return ''
  const [sum, day] = [formatMoney(due.sum, i18n.locale), dates.day(due.day)]
  if (due.kind === 'overdue') return i18n._(msg`долг ${sum}`)
  return i18n._(due.kind === 'next' ? msg`${sum} до ${day}` : msg`${sum} спишется ${day}`)
}
