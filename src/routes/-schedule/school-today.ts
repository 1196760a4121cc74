import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#src/api/system.ts'

const schoolZone = 'Europe/Moscow'

/** Today in the school's zone (YYYY-MM-DD, D-22), for loaders: they run before any component that could ask. */
export function schoolToday(queryClient: QueryClient): string {
  const timeZone = queryClient.getQueryData(configQuery().queryKey)?.SYSTEM.TIME_ZONE ?? schoolZone
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return day.format()
}
