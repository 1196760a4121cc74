import { describe, expect, test } from 'vitest'
import { createDates } from '#src/i18n/dates.ts'
import { formatMoney } from '#src/i18n/numbers.ts'

describe.each(['ru', 'en'])('in %s', (locale) => {
  const dates = createDates(locale, 'Europe/Moscow')

  test('formats 24 hours with midnight as 00:00', () => {
    expect(dates.time('2026-11-20T11:05:00Z')).toBe('14:05')
    expect(dates.time('2026-11-20T21:30:00Z')).toBe('00:30')
    expect(dates.dateTime('2026-11-20T11:05:00Z')).toMatch(/ 14:05$/)
  })
})

describe('Days of a time zone with clock changes', () => {
  const dates = createDates('ru', 'Europe/Berlin')

  test('neither skips nor repeats a day when the clocks change', () => {
    expect(
      ['2026-10-24T22:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:59:00Z'].map(dates.dayOf),
    ).toEqual(['2026-10-25', '2026-10-25', '2026-10-25', '2026-10-25'])
    expect(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map(dates.minuteOf)).toEqual([150, 150])
    expect(dates.dayOf('2026-10-25T23:00:00Z')).toBe('2026-10-26')
  })

  test('ends the year at midnight of the school’s time zone', () => {
    expect([dates.dayOf('2026-12-31T22:59:59Z'), dates.dayOf('2026-12-31T23:00:00Z')]).toEqual([
      '2026-12-31',
      '2027-01-01',
    ])
  })
})

test('formats roubles after the amount in both languages', () => {
  expect(formatMoney(7_333_00, 'ru').replaceAll(/\s/gu, ' ')).toBe('7 333 ₽')
  expect(formatMoney(7_333_00, 'en')).toBe('7,333\u00a0₽')
  expect(formatMoney(99_50, 'en')).toBe('99.50\u00a0₽')
})
