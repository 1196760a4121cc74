import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'

/** An instant as a deadline names it, on one line: «18:00» today, otherwise «18:00, 2 декабря». */
export function useDeadlineText(): (iso: string) => string {
  const dates = useDates()
  const { today } = useSchoolNow()
  return (iso) => {
    const day = dates.dayOf(iso)
    const time = dates.time(iso)
    return day === today ? time : `${time},\u00a0${dates.day(day)}`
  }
}
