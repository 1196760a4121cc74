/** Kopecks as roubles: `12 500 ₽`, in English `12,500 ₽`, with kopecks only where there are some, and a minus sign. */
export function formatMoney(kopecks: number, locale: string): string {
  const minimumFractionDigits = kopecks % 100 === 0 ? 0 : 2
  const digits = numberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 2 }).format(kopecks / 100)
  // `Intl` writes a hyphen.
  return `${digits.replace('-', '\u2212')}\u00a0₽`
}

/** A share (0 to 1) in whole percent: `92 %` or `92%`. */
export function formatPercent(share: number, locale: string): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** A score, with a decimal only where there is one: `7,5`. */
export function formatScore(score: number, locale: string): string {
  return numberFormat(locale, { maximumFractionDigits: 1 }).format(score)
}

/** The size of a file in kilobytes, or in megabytes from one on: `340 КБ`, `1.5 MB`. */
export function formatFileSize(bytes: number, locale: string): string {
  const isLarge = bytes >= 1_000_000
  const units = locale === 'ru' ? ['КБ', 'МБ'] : ['kB', 'MB']
  const size = isLarge ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1000))
  return `${formatScore(size, locale)}\u00a0${units[isLarge ? 1 : 0]}`
}

const formats = new Map<string, Intl.NumberFormat>()

/** Cached: creating `Intl.NumberFormat` is about 100 times slower than using it. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + Object.values(options)
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}
