import type { ScheduleItem } from '#contract/schedule.ts'
import type { ScheduleSearch } from '#contract/screen-searches.ts'
import type { Dates } from '#src/i18n/dates.ts'
import type { ChildTags } from './children.ts'
import { kindOf } from './kinds.ts'

/** What stands in the calendar once, however many children it concerns. */
export type ScheduleEntry = Omit<ScheduleItem, 'uuid' | 'studentUuid'> & { key: string; students: string[] }

/** Siblings in one group share its lessons, and children of different branches the vacations of the same days. */
export function entriesOf(items: readonly ScheduleItem[]): ScheduleEntry[] {
  const entries = new Map<string, ScheduleEntry>()
  for (const { uuid, studentUuid, ...item } of items) {
    const identity = item.category === 'vacations' ? `${item.title} ${item.startsAt} ${item.endsAt}` : uuid
    const entry = entries.get(identity)
    if (entry === undefined) entries.set(identity, { ...item, key: uuid, students: [studentUuid] })
    else if (!entry.students.includes(studentUuid)) entry.students.push(studentUuid)
  }
  return [...entries.values()]
}

export function entriesMatching(
  entries: readonly ScheduleEntry[],
  { kind, child }: NonNullable<ScheduleSearch['filter']>,
): readonly ScheduleEntry[] {
  if (kind === undefined && child === undefined) return entries
  return entries.filter((entry) => {
    const own = kindOf(entry)
    return (
      (kind === undefined || (own !== null && kind.includes(own))) &&
      (child === undefined || entry.students.includes(child))
    )
  })
}

/** Lessons and tasks are known by their subject; what exactly they are about stands in the second line. */
export function titleOf({ category, subject, title }: ScheduleEntry): string {
  return category === 'lessons' || category === 'selfStudy' ? (subject ?? title) : title
}

export function topicOf(entry: ScheduleEntry): string | null {
  return titleOf(entry) === entry.title ? null : entry.title
}

/** First names of the children that it concerns. */
export function namesOf({ students }: ScheduleEntry, tags: ChildTags): string[] {
  return students.flatMap((uuid) => tags.get(uuid)?.name ?? [])
}

const dayLength = 86_400_000

export function lastsForDays({ category, startsAt, endsAt }: ScheduleEntry): boolean {
  return category === 'vacations' || Date.parse(endsAt) - Date.parse(startsAt) > dayLength
}

/** First and last day; an end at midnight belongs to the day before it. */
export function firstAndLastDay({ startsAt, endsAt }: ScheduleEntry, dates: Dates): { from: string; to: string } {
  const start = Date.parse(startsAt)
  return { from: dates.dayOf(startsAt), to: dates.dayOf(new Date(Math.max(start, Date.parse(endsAt) - 1))) }
}

/** Where it takes place and where it can be seen afterwards; null where there is no such address, or no sense in it. */
export function linksOf(entry: ScheduleEntry, now: number): { join: string | null; recording: string | null } {
  const isOver = Date.parse(entry.endsAt) <= now
  return {
    join: isOver || entry.state === 'cancelled' ? null : webAddress(entry.joinUrl),
    recording: webAddress(entry.recordingUrl),
  }
}

/** An address that may become a link is one of the web. */
function webAddress(address: string | null): string | null {
  return address !== null && /^https?:\/\//i.test(address) ? address : null
}
