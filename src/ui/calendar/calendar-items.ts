import type { IconName } from '#src/ui/icon.tsx'
import type { Appearance, Tone } from '#src/ui/tone.ts'

/** Times are in the school's time zone and texts in the language of the page. Days are `YYYY-MM-DD`. */
export type CalendarItem = Appearance & {
  key: string
  day: string
  /** Minutes since midnight; null for the whole day. */
  hours: { from: number; to: number } | null
  /** A deadline, which has no hours: minutes since midnight until it is due, and the words before its time, such as «сдать до». */
  due?: { minute: number; label: string }
  /** Formatted start, such as «10:00», or the time of a deadline; empty for the whole day. */
  starts: string
  ends: string
  title: string
  /** Languages of the title and the note, where they differ from that of the page. */
  titleLang?: 'ru'
  noteLang?: 'ru'
  /** Name of the person, where there are several. */
  person?: string
  /** Keys of the persons: their columns of a day. */
  people?: readonly string[]
  /** Initials of the person, where there is no room for the name. */
  personInitials?: string
  /** Topic or place, shown where there is room. */
  note?: string
  /** State of the item, such as «Перенесено». */
  state?: string
  /** Stands for the state where there is no room for it; by default that of a moved item. */
  stateIcon?: IconName
  /** Of a second state, for which there is no room, such as the substitute of a moved lesson. */
  secondIcon?: IconName
  /** Time before the item was moved, such as «вт 10:00». */
  previousTime?: string
  /** Of an item that was moved from another day to the same time: its state with that day, and «со вт» where room is short. */
  movedFrom?: { state: string; shortState: string; short: string }
  cancelled?: boolean
  /** Warning, such as «Нет времени на дорогу». */
  warning?: string
  /** The warning is that it is overdue. */
  overdue?: boolean
  /** Shows the icon everywhere, because the tone alone does not identify the kind. */
  marked?: boolean
  /** Kind of the item for screen readers, such as «вебинар». */
  kindLabel: string
}

/** An entry of several days, such as vacations; both ends are included. */
export type CalendarBand = Appearance &
  Pick<CalendarItem, 'key' | 'title' | 'titleLang' | 'person' | 'personInitials' | 'marked'> & {
    from: string
    to: string
  }

/** A person with a column of a day. */
export type CalendarPerson = { key: string; name: string; tone: Tone }

export type CalendarDay = {
  day: string
  /** Such as «15». */
  number: string
  /** Such as «пт». */
  weekday: string
  /** Such as «пятница, 15 ноября». */
  name: string
  today?: boolean
  /** Before today: shown quietly. */
  past?: boolean
  /** Belongs to the previous or next month. */
  outside?: boolean
}

/** Items of the whole day first, then by the time at which they start or are due. */
export function sortByTime(items: readonly CalendarItem[]) {
  return items.toSorted((one, other) => minuteOf(one) - minuteOf(other))
}

function minuteOf({ hours, due }: CalendarItem): number {
  return hours?.from ?? due?.minute ?? -1
}

/** Title of a band with its persons. */
export function bandText({ title, person }: CalendarBand): string {
  return [title, person].filter(Boolean).join(' · ')
}

/** Accessible name of a day: its date, its bands and the number of its items. */
export function dayAccessibleName(
  day: CalendarDay,
  bands: readonly CalendarBand[],
  items: readonly CalendarItem[],
  countLabel: (count: number) => string,
): string {
  const over = bands.filter(({ from, to }) => from <= day.day && day.day <= to).map(bandText)
  return [day.name, ...over, ...(items.length > 0 ? [countLabel(items.length)] : [])].join(', ')
}
