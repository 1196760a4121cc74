import { describe, expect, test } from 'vitest'
import { daysUntil, monthGridOf, shiftDay, startOfWeek, wallClockAt } from '#src/i18n/calendar-days.ts'

const everyDay = Array.from({ length: 366 * 9 }, (_, index) => shiftDay('2020-01-01', index, 'day'))
const weekday = (day: string) => new Date(`${day}T12:00Z`).getUTCDay()

describe('days of nine years', () => {
  test('follow each other without gaps or repetitions', () => {
    for (const [index, day] of everyDay.entries()) {
      expect(day).toBe(new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10))
      expect(daysUntil(day, '2020-01-01')).toBe(index)
    }
  })

  test('belong to weeks that start on Monday (S1)', () => {
    for (const day of everyDay) {
      const monday = startOfWeek(day)
      expect([weekday(monday), daysUntil(day, monday) >= 0, daysUntil(day, monday) <= 6]).toEqual([1, true, true])
    }
  })

  test('are in the grid of their month, which has whole weeks (D-23)', () => {
    for (const [month, days] of Map.groupBy(everyDay, (day) => day.slice(0, 7))) {
      const grid = monthGridOf(`${month}-15`)
      expect([grid.length % 7, weekday(grid[0] ?? '')]).toEqual([0, 1])
      expect(grid.filter((day) => day.startsWith(month)).slice(0, days.length)).toEqual(days)
    }
  })
})

test.each([
  ['2026-01-31', 1, 'month', '2026-02-28'],
  ['2024-01-31', 1, 'month', '2024-02-29'],
  ['2026-03-31', -1, 'month', '2026-02-28'],
  ['2026-12-15', 1, 'month', '2027-01-15'],
  ['2026-12-31', 1, 'day', '2027-01-01'],
  ['2026-03-29', 1, 'day', '2026-03-30'],
  ['2026-11-20', -40, 'day', '2026-10-11'],
  ['2026-11-20', 5, 'week', '2026-12-25'],
] as const)('%s moved by %i %s is %s', (day, amount, unit, moved) => {
  expect(shiftDay(day, amount, unit)).toBe(moved)
})

test.each([
  ['2026-12-31T21:00:00Z', 'Europe/Moscow', '2027-01-01', 0],
  ['2026-12-31T20:59:59Z', 'Europe/Moscow', '2026-12-31', 1439],
  ['2026-03-29T00:59:00Z', 'Europe/Berlin', '2026-03-29', 119],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', 180],
  ['2026-10-25T01:00:00Z', 'Europe/Berlin', '2026-10-25', 120],
  ['2026-11-20T07:00:00Z', 'Asia/Kathmandu', '2026-11-20', 765],
])('at %s the clock on the wall in %s shows %s and %i minutes', (instant, timeZone, day, minute) => {
  expect(wallClockAt(instant, timeZone)).toEqual({ day, minute })
})
