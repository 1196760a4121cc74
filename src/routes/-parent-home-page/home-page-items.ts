import type { Calendar } from '#src/domain/calendar.ts'
import { lastUpcomingDay } from '#src/domain/periods.ts'
import { isDeadline, nextEntryOf, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { shiftDay, startOfWeek } from '#src/i18n/calendar-days.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { type CalendarBand, type CalendarItem, sortByTime } from '#src/ui/calendar/calendar-items.ts'

export type UpcomingDay = {
  day: string
  /** What is current or ahead, by its time. */
  items: CalendarItem[]
  /** How many items of the day are over, those that took place and those that were cancelled. */
  over: number
  cancelled: number
  /** After tomorrow. */
  isFurther: boolean
}

export type UpcomingDays = {
  /**
   * Today and tomorrow, also without items, the day of the next lesson of each student who has none then, and days with a
   * changed lesson before the last of them.
   */
  days: UpcomingDay[]
  /** Periods of several days that overlap the coming week. */
  bands: CalendarBand[]
  /** Items of other days that take place, of one week: of this one, or of the next if this has none. Null without any. */
  later: { firstDay: string; count: number; isThisWeek: boolean } | null
}

type UpcomingContext = {
  entries: readonly ScheduleEntry[]
  now: number
  today: string
  /** Since midnight. */
  minutes: number
  dates: Dates
}

/** The days of the calendar of `entries` that the home page shows. */
export function upcomingDays({ items, bands }: Calendar, context: UpcomingContext): UpcomingDays {
  const { today, minutes } = context
  const last = lastUpcomingDay(today)
  const tomorrow = shiftDay(today, 1, 'day')
  const shown = [today, tomorrow, ...furtherDays(context, tomorrow)]
  const laterDays = items
    .filter(({ day, cancelled }) => day > tomorrow && !cancelled && !shown.includes(day))
    .map(({ day }) => day)
    .sort()
  const [firstDay] = laterDays
  return {
    days: shown.map((day) => {
      const own = sortByTime(items.filter((item) => item.day === day))
      const past = own.filter((item) => phaseOf(item, today, minutes) === 'over')
      const left = own.filter((item) => !past.includes(item))
      const over = past.filter((item) => !item.cancelled).length
      return {
        day,
        items: left,
        over,
        cancelled: past.length - over,
        isFurther: day > tomorrow,
      }
    }),
    bands: bands.filter(({ from, to }) => from <= last && to >= today),
    later: firstDay === undefined || firstDay > last ? null : laterInWeek(laterDays, { firstDay, today }),
  }
}

/**
 * The days after tomorrow on which a student has the next lesson, and those with a moved or cancelled lesson before the
 * last of them: a list that skips such a day would contradict the list of changes.
 */
function furtherDays({ entries, now, dates }: UpcomingContext, tomorrow: string): string[] {
  const students = [...new Set(entries.flatMap((entry) => entry.students))]
  const days = students.flatMap((student) => {
    const next = nextEntryOf(
      entries.filter((entry) => entry.students.includes(student)),
      now,
    )
    return next === null ? [] : [dates.dayOf(next.startsAt)]
  })
  const last = days.toSorted().at(-1) ?? tomorrow
  const changed = entries
    .filter(({ state }) => state !== 'planned')
    .map(({ startsAt }) => dates.dayOf(startsAt))
    .filter((day) => day < last)
  return [...new Set([...days, ...changed])].filter((day) => day > tomorrow).sort()
}

function laterInWeek(days: readonly string[], { firstDay, today }: { firstDay: string; today: string }) {
  const monday = startOfWeek(firstDay)
  const sunday = shiftDay(monday, 6, 'day')
  return { firstDay, count: days.filter((day) => day <= sunday).length, isThisWeek: monday === startOfWeek(today) }
}

/** Whether an item is over, current or ahead; `minutes` since midnight of `today`. */
export function phaseOf({ day, hours }: CalendarItem, today: string, minutes: number): 'over' | 'now' | 'ahead' {
  if (day !== today) return day < today ? 'over' : 'ahead'
  if (hours === null || minutes < hours.from) return 'ahead'
  return minutes < hours.to ? 'now' : 'over'
}

/** What takes place at its time: homework is only due. */
export function withoutHomework(entries: readonly ScheduleEntry[]): ScheduleEntry[] {
  return entries.filter((entry) => !isDeadline(entry))
}

/** The week whose homework the page shows: that of tomorrow. */
export function homeworkMonday(today: string): string {
  return startOfWeek(shiftDay(today, 1, 'day'))
}

/** Whether a person studies at the college, whose exams can be retaken. */
export function isOfCollege(roles: readonly string[]): boolean {
  return roles.includes('spo_student')
}
