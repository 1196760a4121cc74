import { formatLocale, type Locale } from '#contract/enumerations.ts'
import type { Day } from '#server/days.ts'

const currency = {
  style: 'currency',
  currency: 'RUB',
  currencyDisplay: 'narrowSymbol',
  trailingZeroDisplay: 'stripIfInteger',
} as const
const sums = { ru: new Intl.NumberFormat('ru', currency), en: new Intl.NumberFormat('en', currency) }

/** A sum of kopecks as messages have it. */
export function spelledSum(kopecks: number, language: Locale): string {
  return sums[language].format(kopecks / 100)
}

/** A day as messages have it. */
export function spelledDay(day: Day, language: Locale): string {
  const as = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(formatLocale(language), as).format(new Date(`${day}T00:00:00Z`))
}
