import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#src/api/system.ts'
import { type Dates, datesOf, defaultZone } from './dates.ts'

/** Date formats in the current language and the school's time zone from the config. */
export function useDates(): Dates {
  const { i18n } = useLingui()
  const { data: timeZone = defaultZone } = useQuery({ ...configQuery(), select: (config) => config.SYSTEM.TIME_ZONE })
  return datesOf(i18n.locale, timeZone)
}
