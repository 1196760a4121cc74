/** Kopecks as roubles: `12 500 ₽`, with kopecks only where there are some (D-22). */
export function formatMoney(kopecks: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'RUB',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: kopecks % 100 === 0 ? 0 : 2,
  }).format(kopecks / 100)
}
