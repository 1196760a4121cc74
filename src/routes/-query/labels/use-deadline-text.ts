import { useLingui } from '@lingui/react/macro'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'

/** An instant as a deadline names it: «18:00» today, «завтра, 18:00», then the day and the time. */
export function useDeadlineText(): (iso: string) => string {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  return (iso) => {
    const day = dates.dayOf(iso)
    const time = dates.time(iso)
    if (day === today) return time
    return day === shiftDay(today, 1, 'day') ? t`завтра, ${time}` : dates.dateTime(iso)
  }
}
