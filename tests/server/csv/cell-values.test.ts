// Database: none.
import { expect, test } from 'vitest'
import {
  parseAmount,
  parseDay,
  parseDecimal,
  parseFlag,
  parseInstant,
  parseInteger,
  parseTime,
} from '#server/csv/cell-values.ts'

const moscow = 'Europe/Moscow'

test.each<[string, string | null]>([
  ['2026-09-01', '2026-09-01'],
  ['01.09.2026', '2026-09-01'],
  ['1.9.2026', '2026-09-01'],
  ['01.09.2026 0:00', '2026-09-01'],
  ['01.09.2026 00:00:00', '2026-09-01'],
  ['2026-09-01 14:05', '2026-09-01'],
  // Midnight and the last minute fill a cell of a day, whatever their offset.
  ['2026-11-10T00:00:00.000Z', '2026-11-10'],
  ['2026-11-10T00:00:00-08:00', '2026-11-10'],
  ['2026-11-10T23:59:59.999Z', '2026-11-10'],
  // Midnight in Moscow, as a program in UTC writes it.
  ['2026-11-09T21:00:00Z', '2026-11-10'],
  ['2026-11-09T20:00:00Z', '2026-11-09'],
  ['2026-02-29', null],
  ['31.11.2026', null],
  ['2026-11-10T25:00:00Z', null],
  ['8/27/2018', null],
  ['01.09.26', null],
  ['46266', null],
  ['', null],
])('The day of «%s» is %s', (text, day) => {
  expect(parseDay(text, moscow)).toBe(day)
})

test('A day is that of the school, wherever it is', () => {
  const zones = ['America/New_York', 'Asia/Kamchatka', 'Pacific/Kiritimati']
  expect(zones.map((zone) => parseDay('2026-11-10T00:00:00.000Z', zone))).toEqual(Array(3).fill('2026-11-10'))
  expect(zones.map((zone) => parseDay('2026-11-10T02:00:00.000Z', zone))).toEqual([
    '2026-11-09',
    '2026-11-10',
    '2026-11-10',
  ])
})

test.each<[string, string | null]>([
  ['2026-11-20T14:05:00+03:00', '2026-11-20T11:05:00.000Z'],
  ['2026-11-20T14:05:00.123456Z', '2026-11-20T14:05:00.123Z'],
  ['2026-11-20 14:05', '2026-11-20T11:05:00.000Z'],
  ['20.11.2026 14:05:30', '2026-11-20T11:05:30.000Z'],
  ['20.11.2026 9:05', '2026-11-20T06:05:00.000Z'],
  ['20.11.2026', null],
])('The instant of «%s» is %s', (text, instant) => {
  expect(parseInstant(text, moscow)?.toISOString() ?? null).toBe(instant)
})

test('Flags, times and numbers are read as Excel in Russia writes them', () => {
  expect(['true', 'TRUE', 'ИСТИНА', 'Да', '1', 'FALSE', 'ложь', 'нет', '0', 'maybe', ''].map(parseFlag)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    null,
    null,
  ])
  expect(['9:05', '09:05:00', '9:05:30', '24:00', '9'].map(parseTime)).toEqual([
    '09:05',
    '09:05:00',
    '09:05:30',
    null,
    null,
  ])
  expect(['4,5', '-1 234,50', '\u22121\u00a0234', '1.5', '1,2,3', '1 23', 'x', ''].map(parseDecimal)).toEqual([
    '4.5',
    '-1234.50',
    '-1234',
    '1.5',
    null,
    null,
    null,
    null,
  ])
  expect(['7', '7,0', '7.00', '1 000', '7.5', ''].map(parseInteger)).toEqual([7, 7, 7, 1000, null, null])
  expect(
    ['8800', '8 800,5', '8\u202f800.50', '8 800,00 ₽', '10 руб.', '-5', '1,234', '0,005', ''].map(parseAmount),
  ).toEqual([880_000, 880_050, 880_050, 880_000, 1000, -500, null, null, null])
})
