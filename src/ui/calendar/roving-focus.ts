import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/**
 * Index of the element that a key moves the focus to, in a calendar whose days are columns of focusable elements: the day,
 * then its items. `days` is the day of each element in DOM order. Null if the key does nothing.
 */
export function nextFocusIndex(days: readonly string[], at: number, key: string, toEdge = false): number | null {
  const here = days[at]
  if (here === undefined) return null
  const all = [...new Set(days)].sort()
  const dayIndex = all.indexOf(here)
  const column = indexesOfDay(days, here)
  const level = column.indexOf(at)
  const monday = dayIndex - (dayIndex % 7)
  const inDay = (index: number, stop: number) => {
    const day = all[index]
    return day === undefined ? null : (indexesOfDay(days, day).at(stop) ?? indexesOfDay(days, day).at(-1) ?? null)
  }
  switch (key) {
    case 'ArrowLeft':
      return inDay(dayIndex - 1, level)
    case 'ArrowRight':
      return inDay(dayIndex + 1, level)
    case 'ArrowUp':
      return column[level - 1] ?? (dayIndex < 7 ? null : inDay(dayIndex - 7, -1))
    case 'ArrowDown':
      return column[level + 1] ?? inDay(dayIndex + 7, 0)
    case 'Home':
      return inDay(toEdge ? 0 : monday, 0)
    case 'End':
      return inDay(toEdge ? all.length - 1 : Math.min(monday + 6, all.length - 1), 0)
    default:
      return null
  }
}

function indexesOfDay(days: readonly string[], day: string): number[] {
  return days.flatMap((own, index) => (own === day ? [index] : []))
}

export type RovingFocusOptions = {
  /** The visible period. After `onTurn` the focus moves to the `home` day of the next one. */
  period: string
  /** Day of the initial tab stop. */
  home: string
  /** Page Up and Page Down: to the previous or next period, from a day of this one. */
  onTurn: (step: 1 | -1, day: string) => void
}

/** Props of a focusable button of a calendar; the hook gives one of them the tab stop. */
export function rovingItemProps(day: string) {
  return { 'data-day': day, tabIndex: -1 } as const
}

/**
 * Roving tabindex of a calendar: one tab stop, arrow keys move between days and items. The tab stop is moved in the DOM,
 * because rendering a thousand items at every key is too slow.
 */
export function useRovingFocus<Calendar extends HTMLElement>({ period, home, onTurn }: RovingFocusOptions) {
  const calendar = useRef<Calendar>(null)
  const left = useRef<string | null>(null)
  // After every render: the button with the tab stop may have been removed.
  useLayoutEffect(() => {
    const stops = focusableItemsIn(calendar.current)
    const isAwaited = periodElementOf(calendar.current) === document.activeElement
    const hasTurned = isAwaited || (left.current !== null && left.current !== period)
    if (!hasTurned && stops.some(({ tabIndex }) => tabIndex === 0)) return
    const stop = stops.find(({ dataset }) => dataset.day === home) ?? stops[0]
    moveTabStop(stops, stop)
    if (!hasTurned) return
    left.current = null
    stop?.focus()
  })
  // An empty period has no calendar: its container keeps the focus and the keys for the period.
  useLayoutEffect(() => {
    const own = calendar.current
    return () => {
      if (own?.contains(document.activeElement)) periodElementOf(own)?.focus({ preventScroll: true })
    }
  }, [])
  return {
    ref: calendar,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      const stops = focusableItemsIn(currentTarget)
      const focused = stops.find((stop) => stop === target)
      if (focused) moveTabStop(stops, focused)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = periodStepOfKey(event)
      if (event.altKey || event.metaKey || event.shiftKey) return
      const stops = focusableItemsIn(event.currentTarget)
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
      const next = nextFocusIndex(days, at, event.key, event.ctrlKey)
      if (next === null) return
      event.preventDefault()
      stops[next]?.focus()
    },
  }
}

/** Step to another period for a key: previous, next or none. */
export function periodStepOfKey({ key, altKey, metaKey, shiftKey }: KeyboardEvent): 1 | -1 | null {
  if (altKey || metaKey || shiftKey) return null
  return key === 'PageUp' ? -1 : key === 'PageDown' ? 1 : null
}

/** The `CalendarPeriod` of a calendar. */
function periodElementOf(calendar: HTMLElement | null): HTMLElement | null | undefined {
  return calendar?.closest<HTMLElement>('[data-period]')
}

function focusableItemsIn(calendar: HTMLElement | null): HTMLElement[] {
  return [...(calendar?.querySelectorAll<HTMLElement>('button[data-day]') ?? [])]
}

function moveTabStop(stops: readonly HTMLElement[], chosen: HTMLElement | undefined): void {
  for (const stop of stops) stop.tabIndex = stop === chosen ? 0 : -1
}
