import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { configQuery } from '#src/api/system.ts'
import { createDates, type Dates } from './dates.ts'

const schoolZone = 'Europe/Moscow'

/** Formats in the language of the page and the school's time zone, which the config may name (D-22). */
export function useDates(): Dates {
  const { i18n } = useLingui()
  const { data: timeZone = schoolZone } = useQuery({ ...configQuery(), select: (config) => config.SYSTEM.TIME_ZONE })
  return useMemo(() => createDates(i18n.locale, timeZone), [i18n.locale, timeZone])
}
