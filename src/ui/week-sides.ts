import type { CalendarDay, CalendarItem } from './calendar/items.ts'

/** What a change does to an item of the week. */
export type Side = 'stays' | 'leaves' | 'comes'
export type PictureItem = CalendarItem & { hours: { from: number; to: number }; side: Side; conflict: boolean }

export type WeekPictureProps = {
  /** The week, such as «7–13 декабря». */
  label: string
  /** Monday to Sunday. */
  days: readonly CalendarDay[]
  items: readonly PictureItem[]
  sideWords: Record<Side, string>
  /** What the list of the days is called: in it stands what a box has no room for. */
  listWords: string
  /** Such as «09:00». */
  hourWords: (hour: number) => string
}

/** Drawn with the picture alone, so that the pages without one do not carry its styles. */
export const hatchOf = (side: Side) =>
  side === 'leaves'
    ? { backgroundImage: 'repeating-linear-gradient(135deg, transparent 0 5px, rgb(0 0 0 / 0.08) 5px 6px)' }
    : undefined

export const sideLooks: Record<Side, string> = {
  stays: 'border-transparent bg-surface-sunken text-ink-muted',
  leaves: 'border-dashed border-line-control bg-surface text-ink-muted line-through',
  comes: 'border-primary bg-surface-accent font-medium text-ink',
}

/** An item with its lane among those of its day that overlap it; they share the width of the day. */
export type LanedItem = { item: PictureItem; lane: number; lanes: number }

export function inLanes(items: readonly PictureItem[]): LanedItem[] {
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
