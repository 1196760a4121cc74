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

test('formats roubles after the amount in both languages', () => {
  expect(formatMoney(7_333_00, 'ru').replaceAll(/\s/gu, ' ')).toBe('7 333 ₽')
  expect(formatMoney(7_333_00, 'en')).toBe('7,333\u00a0₽')
  expect(formatMoney(99_50, 'en')).toBe('99.50\u00a0₽')
})
