import { useDates } from '#src/i18n/use-dates.ts'
import { useNow } from '#src/routes/-frame/use-moment.ts'

/** Today in the school's zone (YYYY-MM-DD); it moves on under an open page. */
export function useToday(): string {
  return useDates().dayOf(new Date(useNow(60_000)))
}
