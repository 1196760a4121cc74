/** Whether clocks in two time zones show different times at an instant; zones of one offset do not differ (D-22). */
export function clocksDiffer(one: string, other: string, instant: Date): boolean {
  return one !== other && offsetWords(one, 'en', instant) !== offsetWords(other, 'en', instant)
}

/** Such as «GMT+3». */
export function offsetWords(timeZone: string, locale: string, instant: Date): string {
  return zonePart(timeZone, locale, instant, 'shortOffset')
}

/** Such as «Москва, стандартное время» or “Moscow Standard Time”. */
export function zoneWords(timeZone: string, locale: string, instant: Date): string {
  return zonePart(timeZone, locale, instant, 'long')
}

function zonePart(timeZone: string, locale: string, instant: Date, timeZoneName: 'shortOffset' | 'long') {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
