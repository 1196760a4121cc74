import type { HomeworkTask } from '#contract/learning/homework.ts'
import type { Calendar } from '#src/domain/calendar.ts'
import { lastUpcomingDay } from '#src/domain/periods.ts'
import { isDeadline, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { shiftDay, startOfWeek } from '#src/i18n/calendar-days.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { type CalendarBand, type CalendarItem, sortByTime } from '#src/ui/calendar/calendar-items.ts'

export type UpcomingDays = {
  /** Today and tomorrow, also without items. */
  days: { day: string; items: CalendarItem[] }[]
  /** Periods of several days that overlap the visible days. */
  bands: CalendarBand[]
  /** Items after tomorrow that take place, of one week: of this one, or of the next if this has none. Null without any. */
  later: { firstDay: string; count: number; isThisWeek: boolean } | null
}

/** `next`: key of the item that is shown beside the days, which is not counted again. */
export function upcomingDays({ items, bands }: Calendar, today: string, next: string | null = null): UpcomingDays {
  const tomorrow = shiftDay(today, 1, 'day')
  const last = lastUpcomingDay(today)
  const laterDays = items
    .filter(({ key, day, cancelled }) => day > tomorrow && key !== next && !cancelled)
    .map(({ day }) => day)
    .sort()
  const [firstDay] = laterDays
  return {
    days: [today, tomorrow].map((day) => ({ day, items: sortByTime(items.filter((item) => item.day === day)) })),
    bands: bands.filter(({ from, to }) => from <= last && to >= today),
    later: firstDay === undefined || firstDay > last ? null : laterInWeek(laterDays, { firstDay, today }),
  }
}

function laterInWeek(days: readonly string[], { firstDay, today }: { firstDay: string; today: string }) {
  const monday = startOfWeek(firstDay)
  const sunday = shiftDay(monday, 6, 'day')
  return { firstDay, count: days.filter((day) => day <= sunday).length, isThisWeek: monday === startOfWeek(today) }
}

/** Tasks that are due on a day, the first of them at `dueAt`. */
export type DueHomework = { count: number; dueAt: string }

/** What can still be handed in, by the day of the deadline. */
export function homeworkDueByDay(
  tasks: readonly HomeworkTask[],
  { now, dates }: { now: number; dates: Dates },
): Map<string, DueHomework> {
  const due = tasks.filter(({ canBeDone, dueAt }) => canBeDone && Date.parse(dueAt) > now)
  const byDay = Map.groupBy(due, ({ dueAt }) => dates.dayOf(dueAt))
  return new Map(
    [...byDay].map(([day, own]) => {
      const first = Math.min(...own.map(({ dueAt }) => Date.parse(dueAt)))
      return [day, { count: own.length, dueAt: new Date(first).toISOString() }]
    }),
  )
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
