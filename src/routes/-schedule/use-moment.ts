import { useDates } from '#src/i18n/use-dates.ts'
import { useNow } from '#src/routes/-frame/use-moment.ts'

const minute = 60_000

/** The present in the school's time (D-22): the day (YYYY-MM-DD) and the minutes since its midnight. It moves on by itself. */
export function useMoment(): { instant: number; today: string; minutes: number } {
  const dates = useDates()
  const instant = useNow(minute)
  const now = new Date(instant)
  return { instant, today: dates.dayOf(now), minutes: dates.minuteOf(now) }
}
