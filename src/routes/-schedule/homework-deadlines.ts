import type { HomeworkTask } from '#contract/learning/homework.ts'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import type { Dates } from '#src/i18n/dates.ts'

const deadlineKey = 'homework'

/**
 * The deadlines of homework that can still be handed in, as items of the schedule. Those of independent work are in
 * `schedule` itself.
 */
export function homeworkDeadlines(
  tasks: readonly HomeworkTask[],
  schedule: readonly ScheduleItem[],
  dates: Dates,
): ScheduleItem[] {
  const known = new Set(schedule.flatMap(({ uuid, category }) => (category === 'selfStudy' ? [uuid] : [])))
  return tasks
    .filter(({ uuid, canBeDone }) => canBeDone && !known.has(uuid))
    .map(({ uuid, studentUuid, subject, title, scheduledOn, dueAt }) => ({
      uuid: `${deadlineKey} ${dates.dayOf(dueAt)} ${uuid}`,
      category: 'selfStudy',
      format: null,
      title,
      subject,
      // Before the end, as of independent work: an end at midnight belongs to the day before it.
      startsAt: dates.instantAt(`${scheduledOn}T00:00`),
      endsAt: dueAt,
      allDay: false,
      studentUuid,
      groupUuid: null,
      groupTitle: null,
      teacher: null,
      replacedTeacher: null,
      curator: null,
      place: null,
      joinUrl: null,
      recordingUrl: null,
      isFirstWeek: false,
      state: 'planned',
    }))
}

/** The day whose homework has the deadline with this key in the schedule; null for other items. */
export function homeworkDayOf(key: string): string | null {
  const [kind, day] = key.split(' ')
  return kind === deadlineKey && day !== undefined ? day : null
}
