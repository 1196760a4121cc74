import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'

/** An instant as a deadline names it: «18:00» today, otherwise «2 декабря в 18:00». */
export function useDeadlineText(): (iso: string) => string {
  const dates = useDates()
  const { today } = useSchoolNow()
  return (iso) => (dates.dayOf(iso) === today ? dates.time(iso) : dates.dateTime(iso))
}
