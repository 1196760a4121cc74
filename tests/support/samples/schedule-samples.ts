import type { ScheduleChange, ScheduleItem } from '#contract/learning/schedule.ts'

/** A lesson on 20 November 2026, 10:00 to 11:30 in Moscow, with fields that the test can override. */
export function scheduleItem(part: Partial<ScheduleItem> = {}): ScheduleItem {
  return {
    uuid: '11111111-1111-4111-8111-111111111111',
    category: 'lessons',
    format: 'offline',
    title: 'Квадратные уравнения',
    subject: 'Математика',
    startsAt: '2026-11-20T07:00:00.000Z',
    endsAt: '2026-11-20T08:30:00.000Z',
    allDay: false,
    studentUuid: 'artem',
    groupUuid: null,
    groupTitle: null,
    replacedTeacher: null,
    curator: null,
    teacher: null,
    place: null,
    joinUrl: null,
    recordingUrl: null,
    isFirstWeek: false,
    state: 'planned',
    ...part,
  }
}

/** That lesson, moved from the day before, and not yet seen. */
export function scheduleChange(part: Partial<ScheduleChange> = {}): ScheduleChange {
  return {
    itemUuid: '11111111-1111-4111-8111-111111111111',
    category: 'lessons',
    studentUuid: 'artem',
    title: 'Квадратные уравнения',
    subject: 'Математика',
    state: 'moved',
    startsAt: '2026-11-20T07:00:00.000Z',
    endsAt: '2026-11-20T08:30:00.000Z',
    place: null,
    was: { startsAt: '2026-11-19T07:00:00.000Z', endsAt: '2026-11-19T08:30:00.000Z', place: null },
    changedAt: '2026-11-18T10:00:00.000Z',
    isNew: true,
    ...part,
  }
}

/** A value of a newer server that this page does not know. */
export function unknownValue<Known>(value: string): Known {
  return value as unknown as Known
}
