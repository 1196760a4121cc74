const formats = new Map<string, Intl.NumberFormat>()

/** A share (0 to 1) in whole percent: `92 %` or `92%`. */
export function formatPercent(share: number, locale: string): string {
  const kept = formats.get(locale) ?? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  formats.set(locale, kept)
  return kept.format(share)
}

/** A score, with a decimal only where there is one: `7,5`. */
export function formatScore(score: number, locale: string): string {
  return score.toLocaleString(locale, { maximumFractionDigits: 1 })
}
