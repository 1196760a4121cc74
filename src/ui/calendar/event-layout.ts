import type { CalendarBand, CalendarDay, CalendarItem } from './calendar-items.ts'

type TimedItem = CalendarItem & { hours: { from: number; to: number } }

/** The first shown hour of a day and the height of an hour in pixels. */
export type HourScale = { firstHour: number; hourHeight: number }

/** Least height of a card in pixels: a line of time and a line of title. */
export const minCardHeight = 38

/** Height for which a card keeps others away, in pixels: below the letters of its title. */
const minFreeHeight = 33

/** Height of the line that stands for items without room, in pixels. */
const moreLineHeight = 22

/** Position of a card in a day: pixels below the first hour, and CSS distances from the sides of the day. */
export type PlacedCard = { item: TimedItem; top: number; height: number; left: string; right: string }

/** Items that have no room in a day; shown as one line. */
export type HiddenItems = { top: number; left: string; keys: string[] }

type Column = TimedItem[]

/** Least width of a card in pixels: its start. */
const minCardWidth = 46

/** Items that stand side by side in a day of a week of this width. */
export function columnsOfWidth(width: number): number {
  return width < 3 * minCardWidth ? 2 : 3
}

/**
 * Places the items of a day at their hours. Overlapping ones stand side by side, at most `maxColumns` of them, and each
 * is as wide as the items at its hours allow. Planned items get a place before cancelled ones.
 */
export function placeSideBySide(
  items: readonly CalendarItem[],
  { firstHour, hourHeight }: HourScale,
  maxColumns: number,
): { cards: PlacedCard[]; rests: HiddenItems[] } {
  const pixels = (minutes: number) => (minutes / 60 - firstHour) * hourHeight
  const endOf = ({ hours: { from, to } }: TimedItem) => Math.max(to, from + (minFreeHeight / hourHeight) * 60)
  const overlapsAny = (item: TimedItem, column: Column) =>
    column.some((other) => item.hours.from < endOf(other) && other.hours.from < endOf(item))
  const cards: PlacedCard[] = []
  const rests: HiddenItems[] = []
  for (const group of overlappingGroups(timedItems(items), endOf)) {
    const columns: Column[] = []
    const hidden: TimedItem[] = []
    const atTheEnd: number[] = []
    for (const item of group.toSorted(
      (one, other) => Number(one.cancelled ?? false) - Number(other.cancelled ?? false),
    )) {
      const free = columns.find((column) => !overlapsAny(item, column))
      if (free) free.push(item)
      else if (columns.length < maxColumns) columns.push([item])
      else hidden.push(item)
    }
    for (const [index, column] of columns.entries()) {
      for (const item of column) {
        const next = columns.findIndex((other, at) => at > index && overlapsAny(item, other))
        const end = next === -1 ? columns.length : next
        const top = pixels(item.hours.from)
        if (end === columns.length) atTheEnd.push(top)
        cards.push({
          item,
          top,
          height: Math.max(pixels(item.hours.to) - top, minCardHeight),
          left: `${(index / columns.length) * 100}%`,
          right: `${(1 - end / columns.length) * 100}%`,
        })
      }
    }
    const left = `${(1 - 1 / columns.length) * 100}%`
    const ordered = hidden.toSorted((one, other) => one.hours.from - other.hours.from)
    let free = Number.NEGATIVE_INFINITY
    for (const own of overlappingGroups(ordered, endOf)) {
      const top = belowTitles(Math.max(free, pixels(own[0]?.hours.from ?? 0)), atTheEnd)
      rests.push({ top, left, keys: own.map(({ key }) => key) })
      free = top + moreLineHeight
    }
  }
  return { cards: cards.toSorted((one, other) => one.top - other.top), rests }
}

/** Items with hours, the earliest first and of those the longest first. */
function timedItems(items: readonly CalendarItem[]): TimedItem[] {
  const timed = items.filter((item): item is TimedItem => item.hours !== null)
  return timed.toSorted((one, other) => one.hours.from - other.hours.from || other.hours.to - one.hours.to)
}

/** Items that are connected by overlaps. */
function overlappingGroups(ordered: readonly TimedItem[], endOf: (item: TimedItem) => number): TimedItem[][] {
  const groups: TimedItem[][] = []
  let end = 0
  for (const item of ordered) {
    const last = groups.at(-1)
    if (last && item.hours.from < end) last.push(item)
    else groups.push([item])
    end = Math.max(end, endOf(item))
  }
  return groups
}

/** The first place from `top` on where a line covers no time or title of a card. */
function belowTitles(top: number, cardTops: readonly number[]): number {
  return cardTops
    .toSorted((one, other) => one - other)
    .reduce(
      (free, card) => (card < free + moreLineHeight && free < card + minCardHeight ? card + minCardHeight : free),
      top,
    )
}

/** Part of a band within one row of days. `continues`: the sides on which the band goes on. */
export type PlacedBand = {
  band: CalendarBand
  lane: number
  column: number
  span: number
  continues: { before: boolean; after: boolean }
}

/** Places bands over a row of days, earliest first, each in the first free lane. */
export function layOutBands(bands: readonly CalendarBand[], days: readonly CalendarDay[]): PlacedBand[] {
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

/** Number of rows of the placed bands. */
export function lanesOf(placed: readonly PlacedBand[]): number {
  return Math.max(0, ...placed.map(({ lane }) => lane + 1))
}

/** Hours of a week without items; `hours` is also the minimum. */
const defaultHours = { from: 9, hours: 8 }

/**
 * Hours that the week view shows: from its first item to its last, and one more on the side of the current time
 * (`now`, minutes since midnight) if that is outside of them.
 */
export function visibleHours(items: readonly CalendarItem[], now: number | null = null) {
  const { from, to } = hoursOf(items)
  if (now !== null && now < from * 60) return { from: from - 1, to }
  if (now !== null && now > to * 60) return { from, to: to + 1 }
  return { from, to }
}

function hoursOf(items: readonly CalendarItem[]) {
  const hours = items.flatMap((item) => item.hours ?? [])
  if (hours.length === 0) return { from: defaultHours.from, to: defaultHours.from + defaultHours.hours }
  const from = Math.min(...hours.map((own) => Math.floor(own.from / 60)), 24 - defaultHours.hours)
  return { from, to: Math.max(from + defaultHours.hours, ...hours.map(({ to }) => Math.ceil(to / 60))) }
}

/** Minutes at which the current time is drawn: at the edge if it is outside of the shown hours. */
export function shownNow(now: number, { from, to }: { from: number; to: number }): number {
  return Math.min(Math.max(now, from * 60), to * 60)
}
