import type { I18n } from '@lingui/core'

/** An average or a percentage as the school writes it, to the hundredth; null where there is none. */
export function averageWords(average: number, i18n: I18n): string
export function averageWords(average: number | null, i18n: I18n): string | null
export function averageWords(average: number | null, i18n: I18n): string | null {
  return average === null ? null : i18n.number(average, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** Such as «75 %»; `percentage` is of a hundred. */
export function percentWords(percentage: number, i18n: I18n): string {
  return i18n.number(percentage / 100, { style: 'percent', maximumFractionDigits: 1 })
}

/** A change with its sign, such as «+0,13». */
export function changeWords(change: number, i18n: I18n): string {
  return i18n.number(change, { signDisplay: 'exceptZero', minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
