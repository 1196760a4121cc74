import dayjs from 'dayjs'
import isoWeek from 'dayjs/plugin/isoWeek.js'
import utc from 'dayjs/plugin/utc.js'
import { expect, test } from 'vitest'
import { sheetOf, shiftDay, startOfWeek, weekOf } from '#src/i18n/calendar-days.ts'

dayjs.extend(isoWeek)
dayjs.extend(utc)

const day = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')
const everyDay = Array.from({ length: 366 * 9 }, (_, index) => day(dayjs.utc('2020-01-01').add(index, 'day')))

test('nine years of days are reckoned as dayjs reckons them', () => {
  for (const one of everyDay) {
    const there = dayjs.utc(one)
    expect(startOfWeek(one)).toBe(day(there.startOf('isoWeek')))
    expect(shiftDay(one, 1, 'month')).toBe(day(there.add(1, 'month')))
    expect(shiftDay(one, -1, 'month')).toBe(day(there.subtract(1, 'month')))
    expect(shiftDay(one, 5, 'week')).toBe(day(there.add(5, 'week')))
    expect(shiftDay(one, -40, 'day')).toBe(day(there.subtract(40, 'day')))
  }
})

test.each([
  ['2026-11-20', 42, '2026-10-26', '2026-12-06'],
  ['2026-06-30', 35, '2026-06-01', '2026-07-05'],
  ['2027-02-01', 28, '2027-02-01', '2027-02-28'],
  ['2026-12-31', 35, '2026-11-30', '2027-01-03'],
])('the sheet of the month of %s has %i days, %s to %s (D-23)', (date, count, first, last) => {
  const sheet = sheetOf(date)
  expect([sheet.length, sheet[0], sheet.at(-1)]).toEqual([count, first, last])
})

test('the week starts on Monday (S1)', () => {
  expect(weekOf('2026-11-22')).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
})
