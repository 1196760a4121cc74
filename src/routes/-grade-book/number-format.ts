import type { I18n } from '@lingui/core'

/** An average with two decimals; null for null. */
export function formatAverage(average: number, i18n: I18n): string
export function formatAverage(average: number | null, i18n: I18n): string | null
export function formatAverage(average: number | null, i18n: I18n): string | null {
  return average === null ? null : i18n.number(average, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** For example «75 %»; `percentage` is between 0 and 100. */
export function formatPercentage(percentage: number, i18n: I18n): string {
  return i18n.number(percentage / 100, { style: 'percent', maximumFractionDigits: 1 })
}

/** A signed change, for example «+0,13». */
export function formatChange(change: number, i18n: I18n): string {
  return i18n.number(change, { signDisplay: 'exceptZero', minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
