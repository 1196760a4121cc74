import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PaymentKind } from '#contract/enumerations.ts'
import { known, type Words } from './enumeration-words.ts'

type Line = { kind: PaymentKind; title: string; dueOn: string }

const ofKind: Words<Exclude<PaymentKind, 'stage' | 'month' | 'other'>> = {
  whole: msg`Полная оплата`,
  first: msg`Первый взнос`,
  bank: msg`Перечисление банка`,
  own: msg`Собственные средства`,
  fund: msg`Материнский капитал`,
  'own-rest': msg`Собственные средства, остаток`,
  'other-group': msg`Доплата за другую группу`,
}

/**
 * What a line of a payment schedule is called on the screen, in the reader's language: `among` is the schedule. Its stored
 * title is that of the papers and of the bank, and of what only it can say.
 */
export function usePaymentTitle(): (line: Line, among: readonly Line[]) => string {
  const { t, i18n } = useLingui()
  return (line, among) => {
    const { kind, title, dueOn } = line
    if (kind === 'stage') return t`${among.indexOf(line) + 1}-й платёж`
    if (kind === 'month') {
      const month = new Date(dueOn).toLocaleDateString(i18n.locale, { month: 'long', timeZone: 'UTC' })
      return month.charAt(0).toUpperCase() + month.slice(1)
    }
    const words = known<MessageDescriptor | null>(ofKind, kind, null)
    return words ? i18n._(words) : title
  }
}
