import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ScheduleGroup, scheduleQuery } from '#src/api/schedule.ts'
import { monthOf } from './month-of.ts'

/**
 * The schedule of the month that holds `date`. While a month that was never seen is loading, the sheet before it stays:
 * `shown` is then the date that the data belong to.
 */
export function useSheet(group: ScheduleGroup, date: string) {
  const query = { ...scheduleQuery(group, monthOf(date)), placeholderData: keepPreviousData }
  const { isPlaceholderData } = useQuery(query)
  const [settled, settle] = useState(date)
  if (!isPlaceholderData && settled !== date) settle(date)
  return { query, shown: isPlaceholderData ? settled : date, isCatchingUp: isPlaceholderData }
}
