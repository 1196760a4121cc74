import type { ScheduleItem } from '#contract/learning/schedule.ts'
import type { ScheduleSearch } from '#contract/screen-search.ts'
import type { Dates } from '#src/i18n/dates.ts'
import type { ChildTags } from './child-tags.ts'
import { itemKindOf } from './item-kind.ts'

/** A calendar entry, merged over the children it concerns. */
export type ScheduleEntry = Omit<ScheduleItem, 'uuid' | 'studentUuid'> & { key: string; students: string[] }

/** Merges equal items: siblings in one group share lessons, children of different branches share vacations. */
export function mergeScheduleItems(items: readonly ScheduleItem[]): ScheduleEntry[] {
  const entries = new Map<string, ScheduleEntry>()
  for (const { uuid, studentUuid, ...item } of items) {
    const identity = item.category === 'vacations' ? `${item.title} ${item.startsAt} ${item.endsAt}` : uuid
    const entry = entries.get(identity)
    if (entry === undefined) entries.set(identity, { ...item, key: uuid, students: [studentUuid] })
    else if (!entry.students.includes(studentUuid)) entry.students.push(studentUuid)
  }
  return [...entries.values()]
}

export function filterEntries(
  entries: readonly ScheduleEntry[],
  { kind, child }: NonNullable<ScheduleSearch['filter']>,
): readonly ScheduleEntry[] {
  if (kind === undefined && child === undefined) return entries
  return entries.filter((entry) => {
    const own = itemKindOf(entry)
    return (
      (kind === undefined || (own !== null && kind.includes(own))) &&
      (child === undefined || entry.students.includes(child))
    )
  })
}

/** Whether an entry takes no time but is due at its end: independent work. */
export function isDeadline({ category }: Pick<ScheduleItem, 'category'>): boolean {
  return category === 'selfStudy'
}

/** The subject of a lesson or task; its topic is the second line. */
export function entryTitleOf(entry: ScheduleEntry): string {
  const { category, subject, title } = entry
  return category === 'lessons' || isDeadline(entry) ? (subject ?? title) : title
}

export function entryTopicOf(entry: ScheduleEntry): string | null {
  return entryTitleOf(entry) === entry.title ? null : entry.title
}

/** First names of the children of an entry. */
export function studentNamesOf({ students }: ScheduleEntry, tags: ChildTags): string[] {
  return students.flatMap((uuid) => tags.get(uuid)?.name ?? [])
}

const millisecondsPerDay = 86_400_000

export function isMultiDay(entry: ScheduleEntry): boolean {
  if (isDeadline(entry)) return false
  const { category, startsAt, endsAt } = entry
  return category === 'vacations' || Date.parse(endsAt) - Date.parse(startsAt) > millisecondsPerDay
}

/** First and last day; an end at midnight belongs to the day before it. */
export function firstAndLastDay({ startsAt, endsAt }: ScheduleTimes, dates: Dates): { from: string; to: string } {
  const start = Date.parse(startsAt)
  return { from: dates.dayOf(startsAt), to: dates.dayOf(new Date(Math.max(start, Date.parse(endsAt) - 1))) }
}

type ScheduleTimes = Pick<ScheduleItem, 'startsAt' | 'endsAt'>

/** The day that an entry is listed on: of its start, of a deadline the day on which it is due. */
export function dayOfEntry(entry: ScheduleTimes & Pick<ScheduleItem, 'category'>, dates: Dates): string {
  return isDeadline(entry) ? firstAndLastDay(entry, dates).to : dates.dayOf(entry.startsAt)
}

/** When a deadline is due: minutes since midnight, and such as «18:00»; midnight belongs to the day before it. */
export function dueTimeOf({ endsAt }: ScheduleTimes, dates: Dates): { minute: number; time: string } {
  const minute = dates.minuteOf(endsAt)
  return minute === 0 ? { minute: 24 * 60, time: '24:00' } : { minute, time: dates.time(endsAt) }
}

/** Links to join, or to the page of a task, and to the recording; null where missing or not useful at `now`. */
export function entryLinksOf(entry: ScheduleEntry, now: number): { join: string | null; recording: string | null } {
  // The page of a task shows its result after the deadline.
  const isOver = !isDeadline(entry) && Date.parse(entry.endsAt) <= now
  return {
    join: isOver || entry.state === 'cancelled' ? null : webAddress(entry.joinUrl),
    recording: webAddress(entry.recordingUrl),
  }
}

/** Only http(s) URLs may become links. */
function webAddress(address: string | null): string | null {
  return address !== null && /^https?:\/\//i.test(address) ? address : null
}

/** The ongoing or next entry at certain hours; cancelled ones are skipped. */
export function nextEntryOf(entries: readonly ScheduleEntry[], now: number): ScheduleEntry | null {
  const ahead = entries.filter(
    (entry) =>
      entry.state !== 'cancelled' &&
      !entry.allDay &&
      !isMultiDay(entry) &&
      !isDeadline(entry) &&
      Date.parse(entry.endsAt) > now,
  )
  return ahead.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))[0] ?? null
}
