import { describe, expect, test } from 'vitest'
import { createDates } from '#src/i18n/dates.ts'
import { byMonth, byTime, eventDayAndHours, isUnderWay } from '#src/school/events.ts'
import { event } from '#tests/support/event-samples.ts'

const on = (startsAt: string, endsAt = startsAt.replace(/T\d\d/, 'T23')) => event({ startsAt, endsAt })

describe('events', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const [old, older] = [on('2026-10-02T10:00:00Z'), on('2026-09-01T10:00:00Z')]
  const underWay = on('2026-11-20T11:00:00Z')
  const [soon, later] = [on('2026-11-21T10:00:00Z'), on('2026-12-31T21:30:00Z')]

  test('what is to come starts with the nearest, what is over with the latest; what is under way is to come', () => {
    expect(byTime([later, old, underWay, older, soon], now)).toEqual({
      upcoming: [underWay, soon, later],
      past: [old, older],
    })
    expect([underWay, soon, old].map((one) => isUnderWay(one, now))).toEqual([true, false, false])
  })

  test('months are those of the school’s zone', () => {
    const { dayOf } = createDates('ru', 'Europe/Moscow')
    expect(byMonth([underWay, soon, later], dayOf)).toEqual([
      { month: '2026-11', events: [underWay, soon] },
      { month: '2027-01', events: [later] },
    ])
  })

  test('an event of several days says its first and its last moment', () => {
    const dates = createDates('ru', 'Europe/Moscow')
    expect(eventDayAndHours(event({ startsAt: '2026-11-20T09:00:00Z', endsAt: '2026-11-20T11:30:00Z' }), dates)).toBe(
      'пятница, 20 ноября, 12:00–14:30',
    )
    expect(
      eventDayAndHours(event({ startsAt: '2026-11-20T09:00:00Z', endsAt: '2026-11-22T11:30:00Z' }), dates),
    ).toMatch(/^20 ноября.* 12:00 – 22 ноября.* 14:30$/)
  })
})
