import type { Look } from '#src/ui/tone.ts'

/** Everything is already in the school's zone and in the language of the page (D-22). Days are `YYYY-MM-DD`. */
export type CalendarItem = Look & {
  key: string
  day: string
  /** Minutes since midnight; null for the whole day. */
  hours: { from: number; to: number } | null
  /** The same in words, such as «10:00»; empty for the whole day. */
  starts: string
  ends: string
  title: string
  /** Whose it is, where there are several. */
  who?: string
  /** The same in a letter or two, where there is no room for names. */
  whose?: string
  /** What stands behind it where there is room: topic, place. */
  note?: string
  /** What became of the plan, such as «Перенесено». */
  state?: string
  /** When it was to be before it was moved, such as «вт 10:00». */
  was?: string
  cancelled?: boolean
  /** What to take care of, such as «15 мин на дорогу». */
  warning?: string
  /** The colour alone does not tell what it is: the icon stands beside it everywhere. */
  marked?: boolean
  /** What only colour and icon show, for those who listen: «вебинар». */
  spoken: string
}

/** What lasts for days, such as vacations; both ends belong to it. */
export type CalendarBand = Look & Pick<CalendarItem, 'key' | 'title' | 'marked'> & { from: string; to: string }

export type CalendarDay = {
  day: string
  /** Such as «15». */
  number: string
  /** Such as «пт». */
  weekday: string
  /** Such as «пятница, 15 ноября». */
  name: string
  today?: boolean
  /** Belongs to the month before or after the sheet's. */
  outside?: boolean
}

/** The whole day first, then by hour. */
export function inOrder(items: readonly CalendarItem[]) {
  return items.toSorted((one, other) => (one.hours?.from ?? -1) - (other.hours?.from ?? -1))
}

/** A day for those who listen: its name, what lasts over it, how much is on it. */
export function spokenDay(
  day: CalendarDay,
  bands: readonly CalendarBand[],
  items: readonly CalendarItem[],
  countWords: (count: number) => string,
): string {
  const over = bands.filter(({ from, to }) => from <= day.day && day.day <= to).map(({ title }) => title)
  return [day.name, ...over, ...(items.length > 0 ? [countWords(items.length)] : [])].join(', ')
}
