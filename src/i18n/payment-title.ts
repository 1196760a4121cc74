import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PaymentKind } from '#contract/enumerations.ts'
import { type Labels, lookUp } from './labels.ts'

type PaymentLine = { kind: PaymentKind; title: string; dueOn: string }

const titleOfKind: Labels<Exclude<PaymentKind, 'stage' | 'month' | 'other'>> = {
  whole: msg`Полная оплата`,
  first: msg`Первый взнос`,
  bank: msg`Перечисление банка`,
  own: msg`Собственные средства`,
  fund: msg`Материнский капитал`,
  'own-rest': msg`Собственные средства, остаток`,
  'other-group': msg`Доплата за другую группу`,
}

/**
 * Returns the localized title of a payment; `among` is its payment schedule. The stored title is used on documents,
 * by banks and for kinds without a label.
 */
export function usePaymentTitle(): (line: PaymentLine, among: readonly PaymentLine[]) => string {
  const { i18n } = useLingui()
  return (line, among) =>
    line.kind === 'stage' ? stageTitle(among.indexOf(line) + 1, i18n) : paymentTitleAlone(line, i18n)
}

function stageTitle(stage: number | string, i18n: I18n): string {
  return i18n._(msg`${stage}-й платёж`)
}

/** The title of a payment without its schedule: the stored one has the number of a stage. */
export function paymentTitleAlone({ kind, title, dueOn }: PaymentLine, i18n: I18n): string {
  if (kind === 'month') {
    const month = new Date(dueOn).toLocaleDateString(i18n.locale, { month: 'long', timeZone: 'UTC' })
    return month.charAt(0).toUpperCase() + month.slice(1)
  }
  const stage = kind === 'stage' ? /^\d+/.exec(title)?.[0] : undefined
  if (stage !== undefined) return stageTitle(stage, i18n)
  const label = lookUp<MessageDescriptor | null>(titleOfKind, kind, null)
  return label ? i18n._(label) : title
}
