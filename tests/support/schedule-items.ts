import type { ScheduleItem } from '#contract/schedule.ts'

/** A lesson on 20 November 2026, 10:00 to 11:30 in Moscow, with whatever the test says otherwise. */
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
    teacher: null,
    place: null,
    joinUrl: null,
    recordingUrl: null,
    isFirstWeek: false,
    state: 'planned',
    ...part,
  }
}

/** What a newer server may send: a value that this page does not know. */
export function fromLater<Known>(value: string): Known {
  return value as unknown as Known
}
