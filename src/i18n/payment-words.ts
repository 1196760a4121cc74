import { useLingui } from '@lingui/react/macro'
import type { PaymentKind } from '#contract/enumerations.ts'

type Line = { kind: PaymentKind; title: string; dueOn: string }

/**
 * What a line of a payment schedule is called on the screen, in the reader's language: `among` is the schedule. Its stored
 * title is that of the papers and of the bank.
 */
export function usePaymentTitle(): (line: Line, among: readonly Line[]) => string {
  const { t, i18n } = useLingui()
  const monthOf = ({ dueOn }: Line) => {
    const month = new Date(`${dueOn}T00:00Z`).toLocaleDateString(i18n.locale, { month: 'long', timeZone: 'UTC' })
    return month.charAt(0).toUpperCase() + month.slice(1)
  }
  return (line, among) => {
    switch (line.kind) {
      case 'whole':
        return t`Полная оплата`
      case 'stage':
        return t`${among.indexOf(line) + 1}-й платёж`
      case 'month':
        return monthOf(line)
      case 'first':
        return t`Первый взнос`
      case 'bank':
        return t`Перечисление банка`
      case 'own':
        return t`Собственные средства`
      case 'fund':
        return t`Материнский капитал`
      case 'own-rest':
        return t`Собственные средства, остаток`
      case 'other-group':
        return t`Доплата за другую группу`
      default:
        return line.title
    }
  }
}
