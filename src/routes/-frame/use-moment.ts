import { useRouteContext } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'

const minute = 60_000

/** The present instant, rounded down to `step` milliseconds; the component is drawn again when it moves on. */
export function useNow(step: number = minute): number {
  const clock = useRouteContext({ from: '__root__', select: (context) => context.clock })
  const round = (at: number) => Math.floor(at / step) * step
  return useSyncExternalStore(
    clock.subscribe,
    () => round(clock.now()),
    () => round(clock.paintedAt ?? clock.now()),
  )
}

/** The present in the school's time (D-22): the instant, the day (YYYY-MM-DD) and the minutes since its midnight. */
export function useMoment(): { now: number; today: string; minutes: number } {
  const dates = useDates()
  const now = useNow()
  const instant = new Date(now)
  return { now, today: dates.dayOf(instant), minutes: dates.minuteOf(instant) }
}
