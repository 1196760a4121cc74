import type { SchoolEvent } from '#contract/learning/events.ts'

let made = 0
/** An open day in the far future; a test overrides only the fields that it tests. */
export function event(own: Partial<SchoolEvent> = {}): SchoolEvent {
  made += 1
  return {
    uuid: `b0000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    title: 'День открытых дверей',
    summary: 'Знакомство со школой',
    category: 'Встречи',
    format: 'offline',
    startsAt: '2099-11-20T09:00:00Z',
    endsAt: '2099-11-20T11:30:00Z',
    place: null,
    url: null,
    imageUrl: null,
    ...own,
  }
}
