import type { CalendarBand, CalendarDay, CalendarItem } from './items.ts'

type Timed = CalendarItem & { hours: { from: number; to: number } }

/** An item with its lane among those that overlap it; lanes share the width of the day. */
export type PlacedItem = { item: Timed; lane: number; lanes: number }

/** Puts overlapping items of one day side by side; items that only touch do not overlap. */
export function sideBySide(items: readonly CalendarItem[]): PlacedItem[] {
  const timed = items.filter((item): item is Timed => item.hours !== null)
  const ordered = timed.toSorted((one, other) => one.hours.from - other.hours.from || other.hours.to - one.hours.to)
  const placed: PlacedItem[] = []
  let cluster: PlacedItem[] = []
  let laneEnds: number[] = []
  for (const item of ordered) {
    if (laneEnds.every((end) => end <= item.hours.from)) {
      cluster = []
      laneEnds = []
    }
    const free = laneEnds.findIndex((end) => end <= item.hours.from)
    const lane = free === -1 ? laneEnds.length : free
    laneEnds[lane] = Math.max(item.hours.to, item.hours.from + shortest)
    const own = { item, lane, lanes: 1 }
    cluster.push(own)
    placed.push(own)
    for (const member of cluster) member.lanes = laneEnds.length
  }
  return placed
}

/** An item is drawn as if it lasted at least so many minutes, or its words would not fit. */
export const shortest = 30

/** A part of a band within one row of days. `continues` says on which sides it goes on. */
export type PlacedBand = {
  band: CalendarBand
  lane: number
  column: number
  span: number
  continues: { before: boolean; after: boolean }
}

/** Lays bands over a row of days, earliest first, each in the first lane that is free. */
export function bandsOver(bands: readonly CalendarBand[], days: readonly CalendarDay[]): PlacedBand[] {
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const laneEnds: string[] = []
  const ordered = bands.toSorted((one, other) => one.from.localeCompare(other.from) || other.to.localeCompare(one.to))
  return ordered.flatMap((band) => {
    if (band.to < first || band.from > last) return []
    const column = days.findIndex(({ day }) => day >= band.from)
    const span = days.filter(({ day }) => day >= band.from && day <= band.to).length
    const free = laneEnds.findIndex((end) => end < band.from)
    const lane = free === -1 ? laneEnds.length : free
    laneEnds[lane] = band.to
    return [{ band, lane, column, span, continues: { before: band.from < first, after: band.to > last } }]
  })
}

const usualDay = { from: 8, to: 20 }

/** The hours that a week shows: the usual day, wider where an item asks for it. */
export function hoursInView(items: readonly CalendarItem[]) {
  const hours = items.flatMap((item) => item.hours ?? [])
  return {
    from: Math.min(usualDay.from, ...hours.map(({ from }) => Math.floor(from / 60))),
    to: Math.max(usualDay.to, ...hours.map(({ to }) => Math.ceil(to / 60))),
  }
}
