import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#src/api/system.ts'
import { createDates, type Dates, defaultZone } from './dates.ts'

/** Formats in the language of the page and the school's time zone, which the config may name (D-22). */
export function useDates(): Dates {
  const { i18n } = useLingui()
  const { data: timeZone = defaultZone } = useQuery({ ...configQuery(), select: (config) => config.SYSTEM.TIME_ZONE })
  return datesOf(i18n.locale, timeZone)
}

const made = new Map<string, Dates>()

/** Kept, because making the formats takes a millisecond, and every row of a list would make its own. */
function datesOf(locale: string, timeZone: string): Dates {
  const key = `${locale} ${timeZone}`
  const kept = made.get(key) ?? createDates(locale, timeZone)
  made.set(key, kept)
  return kept
}
