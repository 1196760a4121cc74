import { formatLocale, type Locale } from '#contract/enumerations.ts'
import type { Day } from '#server/time/calendar-days.ts'

const currency = {
  style: 'currency',
  currency: 'RUB',
  currencyDisplay: 'narrowSymbol',
  trailingZeroDisplay: 'stripIfInteger',
} as const
const sums = { ru: new Intl.NumberFormat('ru', currency), en: new Intl.NumberFormat('en', currency) }

/** Kopecks as roubles. */
export function formatAmount(kopecks: number, language: Locale): string {
  return sums[language].format(kopecks / 100)
}

/** Day and time without year, in the time zone of the school. */
export function formatInstant(instant: Date, language: Locale, timeZone: string): string {
  const as = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone } as const
  return new Intl.DateTimeFormat(formatLocale(language), as).format(instant)
}

/** With the whole word of the year: an abbreviation would end sentences with two full stops. */
export function formatDay(day: Day, language: Locale): string {
  const as = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(formatLocale(language), as)
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/г\.$/, 'года')
}
