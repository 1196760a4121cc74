import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#src/api/system.ts'
import { createDates, type Dates, defaultZone } from './dates.ts'

/** Date formats in the current language and the school's time zone from the config (D-22). */
export function useDates(): Dates {
  const { i18n } = useLingui()
  const { data: timeZone = defaultZone } = useQuery({ ...configQuery(), select: (config) => config.SYSTEM.TIME_ZONE })
  return datesOf(i18n.locale, timeZone)
}

const made = new Map<string, Dates>()

/** Cached: creating the formats takes about 1 ms, and every row of a list uses them. */
function datesOf(locale: string, timeZone: string): Dates {
  const key = `${locale} ${timeZone}`
  const kept = made.get(key) ?? createDates(locale, timeZone)
  made.set(key, kept)
  return kept
}
