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
    const hasTurned = left.current !== null && left.current !== period
    if (!hasTurned && stops.some(({ tabIndex }) => tabIndex === 0)) return
    const stop = stops.find(({ dataset }) => dataset.day === home) ?? stops[0]
    moveTo(stops, stop)
    if (!hasTurned) return
    left.current = null
    stop?.focus()
  })
  return {
    ref: calendar,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      const stops = stopsIn(currentTarget)
      const focused = stops.find((stop) => stop === target)
      if (focused) moveTo(stops, focused)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.metaKey || event.shiftKey) return
      const stops = stopsIn(event.currentTarget)
      const at = stops.indexOf(event.target as HTMLElement)
      const day = stops[at]?.dataset.day
      if (day === undefined) return
      if (event.key === 'PageUp' || event.key === 'PageDown') {
        event.preventDefault()
        left.current = period
        onTurn(event.key === 'PageUp' ? -1 : 1, day)
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

function stopsIn(calendar: HTMLElement | null): HTMLElement[] {
  return [...(calendar?.querySelectorAll<HTMLElement>('button[data-day]') ?? [])]
}

function moveTo(stops: readonly HTMLElement[], chosen: HTMLElement | undefined): void {
  for (const stop of stops) stop.tabIndex = stop === chosen ? 0 : -1
}
