/** Kopecks as roubles: `12 500 ₽`, in English `12,500 ₽`, with kopecks only where there are some (D-22). */
export function formatMoney(kopecks: number, locale: string): string {
  return `${formatOf(locale, kopecks % 100 === 0 ? 0 : 2).format(kopecks / 100)}\u00a0₽`
}

const formats = new Map<string, Intl.NumberFormat>()

/** Cached: creating `Intl.NumberFormat` is about 100 times slower than using it. */
function formatOf(locale: string, fractionDigits: 0 | 2): Intl.NumberFormat {
  const key = `${locale} ${fractionDigits}`
  const kept = formats.get(key)
  if (kept !== undefined) return kept
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: fractionDigits, maximumFractionDigits: 2 })
  formats.set(key, format)
  return format
}
