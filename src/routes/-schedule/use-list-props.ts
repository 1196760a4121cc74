import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useScheduleSearch } from './use-schedule-search.ts'

/** What every list by days of this page is given besides its days and items. */
export function useListProps(date: string) {
  const { t } = useLingui()
  const { open } = useScheduleSearch()
  const onOpen = useCallback((key: string) => open(key, date), [open, date])
  return { allDayLabel: t`весь день`, todayLabel: t`сегодня`, level: 3, onOpen } as const
}
