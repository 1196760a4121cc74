import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { stopAfter } from './stops.ts'

export type OneStop = {
  /** The period in view; another one after `onTurn` takes the focus to its `home`. */
  period: string
  /** The day that the Tab key enters at, before anything was focused. */
  home: string
  /** Page Up and Page Down: to the period before or after, from a day of this one. */
  onTurn: (step: 1 | -1, day: string) => void
}

/** What a button of a calendar says of itself; all but one are left out of the order of Tab. */
export function stopOn(day: string) {
  return { 'data-day': day, tabIndex: -1 } as const
}

/**
 * Makes a calendar one stop of the Tab key, in which arrows move from day to day and from item to item. The tab stop is
 * moved in the page itself: drawing a thousand items anew at every arrow would be felt.
 */
export function useOneStop<Calendar extends HTMLElement>({ period, home, onTurn }: OneStop) {
  const calendar = useRef<Calendar>(null)
  const left = useRef<string | null>(null)
  // After every drawing: the button that was the stop may be gone.
  useLayoutEffect(() => {
    const stops = stopsIn(calendar.current)
    const isAwaited = frameOf(calendar.current) === document.activeElement
    const hasTurned = isAwaited || (left.current !== null && left.current !== period)
    if (!hasTurned && stops.some(({ tabIndex }) => tabIndex === 0)) return
    const stop = stops.find(({ dataset }) => dataset.day === home) ?? stops[0]
    moveTo(stops, stop)
    if (!hasTurned) return
    left.current = null
    stop?.focus()
  })
  // A period with nothing in it has no calendar: what surrounds it keeps the focus, and the keys that turn.
  useLayoutEffect(() => {
    const own = calendar.current
    return () => {
      if (own?.contains(document.activeElement)) frameOf(own)?.focus({ preventScroll: true })
    }
  }, [])
  return {
    ref: calendar,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      const stops = stopsIn(currentTarget)
      const focused = stops.find((stop) => stop === target)
      if (focused) moveTo(stops, focused)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = turnOf(event)
      if (event.altKey || event.metaKey || event.shiftKey) return
      const stops = stopsIn(event.currentTarget)
      const at = stops.indexOf(event.target as HTMLElement)
      const day = stops[at]?.dataset.day
      if (day === undefined) return
      if (step !== null) {
        event.preventDefault()
        left.current = period
        onTurn(step, day)
        return
      }
      const days = stops.map(({ dataset }) => dataset.day ?? '')
      const next = stopAfter(days, at, event.key, event.ctrlKey)
      if (next === null) return
      event.preventDefault()
      stops[next]?.focus()
    },
  }
}

/** Which period a key leads to: the one before, the one after, or none. */
export function turnOf({ key, altKey, metaKey, shiftKey }: KeyboardEvent): 1 | -1 | null {
  if (altKey || metaKey || shiftKey) return null
  return key === 'PageUp' ? -1 : key === 'PageDown' ? 1 : null
}

/** The `PeriodFrame` around a calendar. */
function frameOf(calendar: HTMLElement | null): HTMLElement | null | undefined {
  return calendar?.closest<HTMLElement>('[data-period]')
}

function stopsIn(calendar: HTMLElement | null): HTMLElement[] {
  return [...(calendar?.querySelectorAll<HTMLElement>('button[data-day]') ?? [])]
}

function moveTo(stops: readonly HTMLElement[], chosen: HTMLElement | undefined): void {
  for (const stop of stops) stop.tabIndex = stop === chosen ? 0 : -1
}
