import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PaymentDifferenceKind } from '#contract/enumerations.ts'
import type { PendingWork } from '#contract/people/school-work.ts'
import { formatMoney } from '#src/i18n/numbers.ts'

/** What happened. */
export const differenceKindLabels: Record<PaymentDifferenceKind, MessageDescriptor> = {
  'payment-not-booked': msg`Платёж не записан`,
  'payment-other-sum': msg`Пришла другая сумма`,
  'payment-unreadable': msg`Платёж не удалось прочитать`,
  'refund-not-booked': msg`Возврат не записан`,
  'refund-unreadable': msg`Возврат не удалось прочитать`,
  'refund-missing': msg`Возврата нет у платёжного сервиса`,
  'refund-failed': msg`Банк не вернул деньги`,
}

/** What happened, and about how much money. */
export function differenceTitles(
  { kind, amount }: Pick<PendingWork['paymentDifferences'][number], 'kind' | 'amount'>,
  i18n: I18n,
): string {
  const title = i18n._(differenceKindLabels[kind])
  return amount === null ? title : `${title}: ${formatMoney(amount, i18n.locale)}`
}

/** What to do about it. */
export const differenceAdvice: Record<PaymentDifferenceKind, MessageDescriptor> = {
  'payment-not-booked': msg`Деньги пришли платёжному сервису, а в договоре их нет. Найдите платёж по номеру в его кабинете и загрузите строку с этой суммой или верните деньги.`,
  'payment-other-sum': msg`Платёжный сервис взял не ту сумму, которую просили. Верните лишнее или договоритесь с плательщиком о недостающем.`,
  'payment-unreadable': msg`Посмотрите платёж по номеру в кабинете платёжного сервиса и сообщите разработчикам.`,
  'refund-not-booked': msg`Деньги вернули, но в договоре столько оплаченного нет. Проверьте, не вернули ли их второй раз.`,
  'refund-unreadable': msg`Посмотрите возврат по номеру в кабинете платёжного сервиса и сообщите разработчикам.`,
  'refund-missing': msg`У нас возврат записан, а платёжный сервис его не показывает. Проверьте по номеру, дошли ли деньги.`,
  'refund-failed': msg`Платёжный сервис три дня не мог вернуть деньги. Верните их из его кабинета или переводом.`,
}
