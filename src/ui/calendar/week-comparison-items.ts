import type { CalendarDay, CalendarItem } from './calendar-items.ts'

/** Effect of a transfer on an item of the week. */
export type ItemChange = 'stays' | 'leaves' | 'comes'
export type ComparisonItem = CalendarItem & { hours: { from: number; to: number }; side: ItemChange; conflict: boolean }

export type WeekComparisonProps = {
  /** The week, such as «7–13 декабря». */
  label: string
  /** Monday to Sunday. */
  days: readonly CalendarDay[]
  items: readonly ComparisonItem[]
  sideWords: Record<ItemChange, string>
  /** Name of the list by days, which has the texts that the boxes are too small for. */
  listWords: string
  /** Such as «09:00». */
  hourWords: (hour: number) => string
}

/** Inline, because the stylesheet of all pages would carry it otherwise. */
export const hatchStyle = (side: ItemChange) =>
  side === 'leaves'
    ? { backgroundImage: 'repeating-linear-gradient(135deg, transparent 0 5px, rgb(0 0 0 / 0.08) 5px 6px)' }
    : undefined

export const changeClassNames: Record<ItemChange, string> = {
  stays: 'border-transparent bg-surface-sunken text-ink-muted',
  leaves: 'border-dashed border-line-control bg-surface text-ink-muted line-through',
  comes: 'border-primary bg-surface-accent font-medium text-ink',
}

/** An item with its lane among the overlapping items of its day; lanes share the width of the day. */
export type LanedItem = { item: ComparisonItem; lane: number; lanes: number }

export function assignLanes(items: readonly ComparisonItem[]): LanedItem[] {
  const laned: LanedItem[] = []
  let together: LanedItem[] = []
  for (const item of items.toSorted((one, other) => one.hours.from - other.hours.from)) {
    if (together.every((other) => other.item.hours.to <= item.hours.from)) together = []
    const taken = together.filter((other) => other.item.hours.to > item.hours.from).map(({ lane }) => lane)
    const lane = together.map((_, index) => index).find((index) => !taken.includes(index)) ?? together.length
    const own = { item, lane, lanes: 1 }
    together.push(own)
    laned.push(own)
    const lanes = Math.max(...together.map((one) => one.lane)) + 1
    for (const one of together) one.lanes = lanes
  }
  return laned
}
