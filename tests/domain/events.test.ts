import { describe, expect, test } from 'vitest'
import { eventDateTimeText, groupByMonth, isOngoing, splitByTime } from '#src/domain/events.ts'
import { createDates } from '#src/i18n/dates.ts'
import { event } from '#tests/support/samples/event-samples.ts'

const on = (startsAt: string, endsAt = startsAt.replace(/T\d\d/, 'T23')) => event({ startsAt, endsAt })

describe('events', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const [old, older] = [on('2026-10-02T10:00:00Z'), on('2026-09-01T10:00:00Z')]
  const underWay = on('2026-11-20T11:00:00Z')
  const [soon, later] = [on('2026-11-21T10:00:00Z'), on('2026-12-31T21:30:00Z')]

  test('sorts upcoming events by the nearest and past ones by the latest; ongoing ones are upcoming', () => {
    expect(splitByTime([later, old, underWay, older, soon], now)).toEqual({
      upcoming: [underWay, soon, later],
      past: [old, older],
    })
    expect([underWay, soon, old].map((one) => isOngoing(one, now))).toEqual([true, false, false])
  })

  test('groups by months of the school’s time zone', () => {
    const { dayOf } = createDates('ru', 'Europe/Moscow')
    expect(groupByMonth([underWay, soon, later], dayOf)).toEqual([
      { month: '2026-11', events: [underWay, soon] },
      { month: '2027-01', events: [later] },
    ])
  })

  test('shows start and end of an event of several days', () => {
    const dates = createDates('ru', 'Europe/Moscow')
    expect(eventDateTimeText(event({ startsAt: '2026-11-20T09:00:00Z', endsAt: '2026-11-20T11:30:00Z' }), dates)).toBe(
      'пятница, 20\u00a0ноября, 12:00\u2060–\u206014:30',
    )
    expect(
      eventDateTimeText(event({ startsAt: '2026-11-20T09:00:00Z', endsAt: '2026-11-22T11:30:00Z' }), dates),
    ).toMatch(/^20\sноября.*12:00 – 22\sноября.*14:30$/)
  })
})
