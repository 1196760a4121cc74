import type { CalendarBand, CalendarDay, CalendarItem } from './items.ts'

type Timed = CalendarItem & { hours: { from: number; to: number } }

/** Pixels of an hour of the week. */
export const hourHeight = 64

/** Pixels of a card that always stay open, whatever lies over it: a line of time and a line of title. */
export const cardHead = 38

/** How far below its hour a card may stand: three that begin at once, as many as a family may have. */
const mostDrift = 2 * cardHead

/** A card in a day: pixels below the first hour. `open` is how much of it the next card leaves to be seen. */
export type PlacedCard = { item: Timed; top: number; height: number; open: number; depth: number }

/** Items that found no room in the stack, told in one line of their own. */
export type PlacedRest = { top: number; count: number }

/**
 * Lays overlapping items of one day over each other as a stack of cards, each as wide as the day: a card that begins
 * too close to the one before is moved down until the head of that one is open. Items that only touch do not overlap.
 */
export function stacked(
  items: readonly CalendarItem[],
  firstHour: number,
): { cards: PlacedCard[]; rests: PlacedRest[] } {
  const timed = items.filter((item): item is Timed => item.hours !== null)
  const ordered = timed.toSorted((one, other) => one.hours.from - other.hours.from || other.hours.to - one.hours.to)
  const pixels = (minutes: number) => ((minutes - firstHour * 60) / 60) * hourHeight
  const cards: PlacedCard[] = []
  const rests: PlacedRest[] = []
  let stack: PlacedCard[] = []
  let hidden = 0
  const close = () => {
    const last = stack.at(-1)
    if (last && hidden > 0) {
      rests.push({ top: last.top + cardHead, count: hidden })
      last.open = cardHead
    }
    stack = []
    hidden = 0
  }
  for (const item of ordered) {
    const start = pixels(item.hours.from)
    if (stack.every((card) => bottomOf(card) <= start)) close()
    const last = stack.at(-1)
    const top = last ? Math.max(start, last.top + cardHead) : start
    if (top - start > mostDrift) {
      hidden += 1
      continue
    }
    const height = Math.max(pixels(item.hours.to) - top, cardHead)
    const under = stack.filter((card) => bottomOf(card) > top)
    for (const card of under) card.open = Math.min(card.open, top - card.top)
    const depths = under.map(({ depth }) => depth)
    const depth = depths.length === 0 ? 0 : Math.min(Math.max(...depths) + 1, 3)
    const card = { item, top, height, open: height, depth }
    stack.push(card)
    cards.push(card)
  }
  close()
  return { cards, rests }
}

function bottomOf({ top, height }: PlacedCard): number {
  return top + height
}

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

/** A week without hours of its own, and the fewest hours that make a day. */
const usualDay = { from: 9, hours: 8 }

/** The hours that a week shows: from its first item to its last. */
export function hoursInView(items: readonly CalendarItem[]) {
  const hours = items.flatMap((item) => item.hours ?? [])
  if (hours.length === 0) return { from: usualDay.from, to: usualDay.from + usualDay.hours }
  const from = Math.min(...hours.map((own) => Math.floor(own.from / 60)), 24 - usualDay.hours)
  return { from, to: Math.max(from + usualDay.hours, ...hours.map(({ to }) => Math.ceil(to / 60))) }
}
