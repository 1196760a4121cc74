import type { CalendarBand, CalendarDay, CalendarItem } from './calendar-items.ts'

type TimedItem = CalendarItem & { hours: { from: number; to: number } }

/** The first shown hour of a day and the height of an hour in pixels. */
export type HourScale = { firstHour: number; hourHeight: number }

/** Height of a card's visible part, in pixels: a line of time and a line of title. */
export const cardHeaderHeight = 38

/** Maximum distance of a card from its hour, in pixels: three cards that start at once. */
const maxDrift = 2 * cardHeaderHeight

/**
 * Position of a card in a day: pixels below the first hour, and CSS distances from the sides of the day. `open` is the
 * height that the next card leaves visible.
 */
export type PlacedCard = {
  item: TimedItem
  top: number
  height: number
  open: number
  left: string
  right: string
}

type StackedCard = Omit<PlacedCard, 'left' | 'right'> & { depth: number }

/** Items that do not fit into a stack; shown as one line. */
export type HiddenItems = { top: number; keys: string[] }

/**
 * Stacks overlapping items of one day as cards of the width of the day: a card that starts
 * too close to the previous one moves down until the header of that one is visible. Adjacent items do not overlap.
 */
export function stackOverlapping(
  items: readonly CalendarItem[],
  scale: HourScale,
): { cards: PlacedCard[]; rests: HiddenItems[] } {
  const ordered = timedItems(items)
  const pixels = pixelsOf(scale)
  const cards: StackedCard[] = []
  const rests: HiddenItems[] = []
  let stack: StackedCard[] = []
  let hidden: string[] = []
  const close = () => {
    const last = stack.at(-1)
    if (last && hidden.length > 0) {
      rests.push({ top: last.top + cardHeaderHeight, keys: hidden })
      last.open = cardHeaderHeight
    }
    stack = []
    hidden = []
  }
  for (const item of ordered) {
    const start = pixels(item.hours.from)
    if (stack.every((card) => bottomEdge(card) <= start)) close()
    const last = stack.at(-1)
    const top = last ? Math.max(start, last.top + cardHeaderHeight) : start
    if (top - start > maxDrift) {
      hidden.push(item.key)
      continue
    }
    const height = Math.max(pixels(item.hours.to) - top, cardHeaderHeight)
    const under = stack.filter((card) => bottomEdge(card) > top)
    for (const card of under) card.open = Math.min(card.open, top - card.top)
    const depths = under.map(({ depth }) => depth)
    const depth = depths.length === 0 ? 0 : Math.min(Math.max(...depths) + 1, 3)
    const card = { item, top, height, open: height, depth }
    stack.push(card)
    cards.push(card)
  }
  close()
  return { cards: cards.map(({ depth, ...card }) => ({ ...card, left: `${depth * 8}px`, right: '0' })), rests }
}

/** Places overlapping items of one day in columns of equal width, for a day that is wide enough. */
export function placeSideBySide(items: readonly CalendarItem[], scale: HourScale): PlacedCard[] {
  const pixels = pixelsOf(scale)
  const groups: { cards: (StackedCard & { column: number })[]; bottom: number }[] = []
  for (const item of timedItems(items)) {
    const top = pixels(item.hours.from)
    const height = Math.max(pixels(item.hours.to) - top, cardHeaderHeight)
    const last = groups.at(-1)
    const group = last && top < last.bottom ? last : { cards: [], bottom: 0 }
    if (group !== last) groups.push(group)
    const taken = new Set(group.cards.filter((card) => bottomEdge(card) > top).map((card) => card.column))
    let column = 0
    while (taken.has(column)) column += 1
    const card = { item, top, height, open: height, depth: 0, column }
    group.cards.push(card)
    group.bottom = Math.max(group.bottom, bottomEdge(card))
  }
  return groups.flatMap(({ cards }) => {
    const columns = Math.max(...cards.map(({ column }) => column + 1))
    return cards.map(({ depth: _, column, ...card }) => ({
      ...card,
      left: `${(column / columns) * 100}%`,
      right: `${(1 - (column + 1) / columns) * 100}%`,
    }))
  })
}

/** Items with hours, the earliest first and of those the longest first. */
function timedItems(items: readonly CalendarItem[]): TimedItem[] {
  const timed = items.filter((item): item is TimedItem => item.hours !== null)
  return timed.toSorted((one, other) => one.hours.from - other.hours.from || other.hours.to - one.hours.to)
}

function pixelsOf({ firstHour, hourHeight }: HourScale) {
  return (minutes: number) => (minutes / 60 - firstHour) * hourHeight
}

function bottomEdge({ top, height }: StackedCard): number {
  return top + height
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

/** Minutes at which the current time is drawn: in the middle of the outer hour if it is outside of the shown hours. */
export function shownNow(now: number, { from, to }: { from: number; to: number }): number {
  if (now < from * 60) return from * 60 + 30
  return now > to * 60 ? to * 60 - 30 : now
}
