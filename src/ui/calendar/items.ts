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
  /** Second line where there is room: child, place, teacher. */
  note?: string
  /** A letter or two of whose it is, where there is no room for the note. */
  whose?: string
  cancelled?: boolean
  /** What only colour, icon and strike-through show, for those who listen: «вебинар, отменено». */
  spoken: string
}

/** What lasts for days, such as vacations; both ends belong to it. */
export type CalendarBand = Look & { key: string; from: string; to: string; title: string }

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
