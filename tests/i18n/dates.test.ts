import { describe, expect, test } from 'vitest'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { createDates } from '#src/i18n/dates.ts'
import { formatMoney } from '#src/i18n/numbers.ts'

describe.each(['ru', 'en'])('in %s', (locale) => {
  const dates = createDates(locale, 'Europe/Moscow')

  test('formats 24 hours with midnight as 00:00', () => {
    expect(dates.time('2026-11-20T11:05:00Z')).toBe('14:05')
    expect(dates.time('2026-11-20T21:30:00Z')).toBe('00:30')
  })
})

/** The texts of the server's ICU and of the oldest browsers' differ: our own words and signs stand between the parts. */
test.each([
  [
    'ru',
    'пятница, 20\u00a0ноября',
    '20\u00a0ноября в\u00a014:05',
    'ноябрь 2026\u00a0г.',
    '3\u2060–\u206020\u00a0ноября\u00a02026',
    '31\u00a0мая\u00a0– 20\u00a0ноября\u00a02026',
  ],
  [
    'en',
    'Friday 20\u00a0November',
    '20\u00a0November at\u00a014:05',
    'November 2026',
    '3\u2060–\u206020\u00a0November\u00a02026',
    '31\u00a0May\u00a0– 20\u00a0November\u00a02026',
  ],
])(
  'formats dates of %s without the separators of the browser, and no line breaks within a date',
  (locale, weekday, dateTime, month, near, far) => {
    const dates = createDates(locale, 'Europe/Moscow')
    expect(dates.weekday('2026-11-20')).toBe(weekday)
    expect(dates.dateTime('2026-11-20T11:05:00Z')).toBe(dateTime)
    expect(dates.month('2026-11-20')).toBe(month)
    expect(dayRangeText('2026-11-03', '2026-11-20', locale)).toBe(near)
    expect(dayRangeText('2026-05-31', '2026-11-20', locale)).toBe(far)
  },
)

test('formats roubles after the amount in both languages', () => {
  expect(formatMoney(7_333_00, 'ru').replaceAll(/\s/gu, ' ')).toBe('7 333 ₽')
  expect(formatMoney(7_333_00, 'en')).toBe('7,333\u00a0₽')
  expect(formatMoney(99_50, 'en')).toBe('99.50\u00a0₽')
  // A minus sign, not a hyphen.
  for (const locale of ['ru', 'en']) expect(formatMoney(-5_00, locale)).toBe('\u22125\u00a0₽')
})

test('keeps numbers of laws, days, rooms and terms of texts that others write on one line', () => {
  expect(unbrokenReferences('закон № 63-ФЗ от 6 апреля 2011, 5 маяков, № договора')).toBe(
    'закон №\u00a063\u2060-\u2060ФЗ от 6\u00a0апреля 2011, 5 маяков, №\u00a0договора',
  )
  expect(
    unbrokenReferences('Сокол, кабинет 214 · Профессиональный модуль 01 · 1-й семестр, room 7, кабинет завуча'),
  ).toBe(
    'Сокол, кабинет\u00a0214 · Профессиональный модуль\u00a001 · 1\u2060-\u2060й\u00a0семестр, room\u00a07, кабинет завуча',
  )
  expect(unbrokenReferences('EGM-1 и ХИМ-12, онлайн-урок, 10-дневный, 2026-2027')).toBe(
    'EGM\u2060-\u20601 и ХИМ\u2060-\u206012, онлайн-урок, 10-дневный, 2026-2027',
  )
})
