/** Whether two time zones have different offsets at an instant (D-22). */
export function clocksDiffer(one: string, other: string, instant: Date): boolean {
  return one !== other && offsetText(one, 'en', instant) !== offsetText(other, 'en', instant)
}

/** For example «GMT+3». */
export function offsetText(timeZone: string, locale: string, instant: Date): string {
  return timeZonePart(timeZone, locale, instant, 'shortOffset')
}

/** For example «Москва, стандартное время» or “Moscow Standard Time”. */
export function timeZoneName(timeZone: string, locale: string, instant: Date): string {
  return timeZonePart(timeZone, locale, instant, 'long')
}

function timeZonePart(timeZone: string, locale: string, instant: Date, timeZoneName: 'shortOffset' | 'long') {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
