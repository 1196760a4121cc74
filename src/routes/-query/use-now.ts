import { useRouteContext } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'

const minute = 60_000

/** The current instant rounded down to `step` milliseconds; re-renders when it changes. */
export function useNow(step: number = minute): number {
  const clock = useRouteContext({ from: '__root__', select: (context) => context.clock })
  const round = (at: number) => Math.floor(at / step) * step
  return useSyncExternalStore(
    clock.subscribe,
    () => round(clock.now()),
    () => round(clock.renderedAt ?? clock.now()),
  )
}

/** The current time in the school's zone: instant, day (YYYY-MM-DD), minutes since midnight. */
export function useSchoolNow(): { now: number; today: string; minutes: number } {
  const dates = useDates()
  const now = useNow()
  const instant = new Date(now)
  return { now, today: dates.dayOf(instant), minutes: dates.minuteOf(instant) }
}
