import { describe, expect, test } from 'vitest'
import { monthOf } from '#contract/screens.ts'
import { daysInView, hourWords, periodWords, stepFrom, turnFrom } from '#src/routes/-schedule/period.ts'
import { clocksDiffer } from '#src/routes/-schedule/zone.ts'
import { daysWords } from '#src/school/when-words.ts'

const today = '2026-11-20'

describe('The period in view', () => {
  test('a month is whole weeks from Monday, a week is seven days (D-23)', () => {
    const sheet = daysInView('month', today)
    expect([sheet[0], sheet.at(-1), sheet.length]).toEqual(['2026-10-26', '2026-12-06', 42])
    expect(daysInView('week', '2026-11-22')).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
  })

  test('every week lies whole on the sheet of the month of any of its days', () => {
    for (const day of ['2026-11-01', '2026-11-30', '2026-12-31', '2027-01-01', '2028-02-29']) {
      const sheet = daysInView('month', monthOf(day))
      expect(sheet).toEqual(expect.arrayContaining(daysInView('week', day)))
    }
  })

  test('arrows go to the start of the next period', () => {
    expect(stepFrom('2027-01-31', 'month', 1, today)).toBe('2027-02-01')
    expect(stepFrom('2027-01-31', 'month', -1, today)).toBe('2026-12-01')
    expect(stepFrom('2026-12-31', 'week', 1, today)).toBe('2027-01-04')
  })

  test('coming back to the present period is coming back to today', () => {
    expect(stepFrom('2026-12-01', 'month', -1, today)).toBe(today)
    expect(stepFrom('2026-11-09', 'week', 1, today)).toBe(today)
  })

  test('its name is free of what a heading does not need', () => {
    expect(periodWords('month', today, 'ru')).toBe('ноябрь 2026')
    expect(periodWords('month', today, 'en')).toBe('November 2026')
    expect(periodWords('week', today, 'ru')).toBe('16–22 ноября 2026')
    expect(periodWords('week', '2026-12-31', 'ru')).toBe('28 декабря 2026 – 3 января 2027')
    expect(daysWords(today, today, 'ru')).toBe('20 ноября 2026')
  })

  test('a list begins with its day and ends with the month', () => {
    const days = daysInView('list', today)
    expect([days[0], days.at(-1), days.length]).toEqual([today, '2026-11-30', 11])
    expect(daysInView('list', '2026-12-31')).toEqual(['2026-12-31'])
    expect(daysInView('list', '2026-10-25').slice(0, 2)).toEqual(['2026-10-25', '2026-10-26'])
    expect(periodWords('list', today, 'en')).toBe('November 2026')
  })

  test('a page key keeps the day of the month, or of the week', () => {
    expect([turnFrom('2026-12-31', 'month', 1), turnFrom('2026-12-31', 'week', 1)]).toEqual([
      '2027-01-31',
      '2027-01-07',
    ])
    expect(turnFrom('2026-03-31', 'month', -1)).toBe('2026-02-28')
  })

  test('hours are those of 24', () => {
    expect([hourWords(9), hourWords(20)]).toEqual(['09:00', '20:00'])
  })
})

describe('Whose time it is (D-22)', () => {
  const winter = new Date('2026-11-20T09:00:00Z')

  test('zones of one offset do not differ', () => {
    expect(clocksDiffer('Europe/Moscow', 'Europe/Moscow', winter)).toBe(false)
    expect(clocksDiffer('Europe/Moscow', 'Europe/Minsk', winter)).toBe(false)
  })

  test('zones differ when their clocks do, be it by half an hour or by the season', () => {
    expect(clocksDiffer('Europe/Moscow', 'Asia/Yekaterinburg', winter)).toBe(true)
    expect(clocksDiffer('Asia/Karachi', 'Asia/Kolkata', winter)).toBe(true)
    expect(clocksDiffer('Europe/Moscow', 'Europe/Helsinki', winter)).toBe(true)
    expect(clocksDiffer('Europe/Moscow', 'Europe/Helsinki', new Date('2026-07-20T09:00:00Z'))).toBe(false)
  })
})
