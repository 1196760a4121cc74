import { expect, test } from 'vitest'
import { matchesTimeFilter, slotsText, type TimeFilter } from '#src/domain/weekly-slots.ts'
import { createDates } from '#src/i18n/dates.ts'

const slot = (weekday: number, from: string, to: string) => ({ weekday, from, to })
const text = (locale: string, ...slots: ReturnType<typeof slot>[]) =>
  slotsText(slots, createDates(locale, 'Europe/Moscow')).map((line) => line.replace(/\u2060|\u202f/g, ''))

test('days with the same hours are joined, in 24-hour format in both languages', () => {
  const slots = [slot(1, '17:00', '18:30'), slot(3, '17:00', '18:30'), slot(6, '09:00', '10:30')]
  expect(text('ru', ...slots)).toEqual(['пн, ср\u00a017:00–18:30', 'сб\u00a009:00–10:30'])
  expect(text('en', ...slots)).toEqual(['Mon, Wed\u00a017:00–18:30', 'Sat\u00a009:00–10:30'])
})

test.each<[string, TimeFilter | undefined, boolean]>([
  ['without a filter', undefined, true],
  ['on its days', { day: ['1', '2', '4'] }, true],
  ['on only one of its days', { day: ['2'] }, false],
  ['at its hours', { hours: ['morning', 'evening'] }, true],
  ['at the hours of one of its days', { hours: ['evening'] }, false],
  ['on its days at other hours', { day: ['2', '4'], hours: ['afternoon'] }, false],
])('a group matchesTimeFilter %s', (_, filter, expected) => {
  expect(matchesTimeFilter([slot(2, '11:59', '13:00'), slot(4, '17:00', '18:30')], filter)).toBe(expected)
})

test('a group without regular times matchesTimeFilter every filter', () => {
  expect(matchesTimeFilter([], { day: ['7'], hours: ['morning'] })).toBe(true)
})
