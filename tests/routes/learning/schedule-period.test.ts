import { describe, expect, test } from 'vitest'
import type { ScheduleView } from '#contract/enumerations.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { lastUpcomingDay, monthKeyOf, monthsBetween, monthsOfGrids, upcomingMonths } from '#src/domain/periods.ts'
import { datesOf } from '#src/i18n/dates.ts'
import { clocksDiffer } from '#src/routes/-schedule/time-zone-note.tsx'
import { calendarDays } from '#src/routes/-schedule/views/day-list.tsx'
import {
  adjacentPeriod,
  daysInView,
  daysOfMonthTable,
  hourLabel,
  isAroundToday,
  monthTableTitle,
  periodTitle,
  sameDayIn,
} from '#src/routes/-schedule/views/period.ts'
import type { LoadedMonth } from '#src/routes/-schedule/views/use-agenda-months.ts'

const today = '2026-11-20'

describe('The period in view', () => {
  test('a month is a grid of weeks from Monday, a week is seven days (D-23)', () => {
    const grid = daysInView('month', today)
    expect([grid[0], grid.at(-1), grid.length]).toEqual(['2026-10-26', '2026-12-06', 42])
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

  test('of the days of other months, those of the current week are not outside of a month; the first names its own', () => {
    const days = calendarDays(daysInView('month', '2026-11-30'), datesOf('ru', 'UTC'), '2026-11-30', '2026-11-30')
    const outside = days.filter((day) => day.outside).map(({ day }) => day)
    expect([outside[0], outside.at(-1), outside.length]).toEqual(['2026-10-26', '2026-10-31', 6])
    expect(days.slice(-7).map(({ number }) => number)).toEqual(['30', '1', '2', '3', '4', '5', '6'])
  })

  test('on the last days of a month its table is the weeks around today', () => {
    const ends = (date: string, today: string, state: LoadedMonth['state'] = 'ready') => {
      const months = monthsBetween(monthKeyOf(date), '2027-01-01').map((month) => ({ month, state }))
      const isAround = isAroundToday(date, today, months as LoadedMonth[])
      const days = daysOfMonthTable(date, isAround)
      return [days[0], days.at(-1), days.length, monthTableTitle(date, isAround, 'ru')]
    }
    expect(ends('2026-11-30', '2026-11-30')).toEqual(['2026-11-23', '2026-12-27', 35, 'ноябрь – декабрь 2026'])
    const onPhone = daysOfMonthTable('2026-11-30', true, true)
    expect([onPhone[0], onPhone.at(-1), onPhone.length]).toEqual(['2026-11-30', '2027-01-03', 35])
    expect(monthTableTitle('2026-11-30', true, 'ru', true)).toBe('ноябрь – декабрь')
    expect(ends('2026-12-26', '2026-12-26').slice(1)).toEqual(['2027-01-17', 35, 'декабрь 2026 – январь 2027'])
    // The weeks of a month that is not loaded would look free.
    expect(ends('2026-11-30', '2026-11-30', 'pending')).toEqual(['2026-10-26', '2026-12-06', 42, 'ноябрь 2026'])
    expect(ends('2026-11-30', '2026-11-30', 'failed')).toEqual(['2026-10-26', '2026-12-06', 42, 'ноябрь 2026'])
    // Any other day opens its whole month.
    expect(ends('2026-11-24', '2026-11-24')).toEqual(['2026-10-26', '2026-12-06', 42, 'ноябрь 2026'])
    expect(ends('2026-11-30', '2026-12-01')).toEqual(['2026-10-26', '2026-12-06', 42, 'ноябрь 2026'])
  })

  test('the grid of a month contains every week of its days', () => {
    for (const day of ['2026-11-01', '2026-11-30', '2026-12-31', '2027-01-01', '2028-02-29']) {
      const grid = daysInView('month', monthKeyOf(day))
      expect(grid).toEqual(expect.arrayContaining(daysInView('week', day)))
    }
  })

  test('the next month is needed only after the last week of the month', () => {
    expect(monthsOfGrids('2026-11-25', '2026-12-06')).toEqual(['2026-11-01'])
    expect(monthsOfGrids('2026-11-25', '2026-12-07')).toEqual(['2026-11-01', '2026-12-01'])
    // The month ends on a Sunday.
    expect(monthsOfGrids('2026-05-29', '2026-05-31')).toEqual(['2026-05-01'])
    expect(monthsOfGrids('2026-05-29', '2026-06-01')).toEqual(['2026-05-01', '2026-06-01'])
  })

  test('the upcoming days are a week with today', () => {
    expect(lastUpcomingDay('2026-11-30')).toBe('2026-12-06')
    expect(upcomingMonths('2026-11-30')).toEqual(['2026-11-01'])
    expect(upcomingMonths('2026-12-31')).toEqual(['2026-12-01', '2027-01-01'])
  })

  test('arrows go to the start of the next period', () => {
    expect(adjacentPeriod('2027-01-31', 'month', 1, today)).toBe('2027-02-01')
    expect(adjacentPeriod('2027-01-31', 'month', -1, today)).toBe('2026-12-01')
    expect(adjacentPeriod('2026-12-31', 'week', 1, today)).toBe('2027-01-04')
  })

  test('a day is a period of its own', () => {
    expect(daysInView('day', today)).toEqual([today])
    expect(adjacentPeriod('2026-11-30', 'day', 1, today)).toBe('2026-12-01')
    expect(periodTitle('day', today, 'ru')).toBe('пятница, 20\u00a0ноября')
  })

  test('navigating back to the current period selects today', () => {
    expect(adjacentPeriod('2026-12-01', 'month', -1, today)).toBe(today)
    expect(adjacentPeriod('2026-11-09', 'week', 1, today)).toBe(today)
  })

  test('its title is as short as possible', () => {
    expect(periodTitle('month', today, 'ru')).toBe('ноябрь 2026')
    expect(periodTitle('month', today, 'en')).toBe('November 2026')
    expect(periodTitle('week', today, 'ru')).toBe('16\u2060–\u206022\u00a0ноября\u00a02026')
    expect(periodTitle('week', '2026-12-31', 'ru')).toBe('28\u00a0декабря\u00a02026\u00a0– 3\u00a0января\u00a02027')
    expect(dayRangeText(today, today, 'ru')).toBe('20\u00a0ноября\u00a02026')
  })

  test('a list begins with its day and ends with the month', () => {
    const days = daysInView('list', today)
    expect([days[0], days.at(-1), days.length]).toEqual([today, '2026-11-30', 11])
    expect(daysInView('list', '2026-12-31')).toEqual(['2026-12-31'])
    expect(daysInView('list', '2026-10-25').slice(0, 2)).toEqual(['2026-10-25', '2026-10-26'])
    expect(periodTitle('list', today, 'en')).toBe('November 2026')
  })

  test('a page key keeps the day of the month, or of the week', () => {
    const turned = (day: string, view: ScheduleView, step: 1 | -1) =>
      sameDayIn(adjacentPeriod(day, view, step, today), day, view, today)
    expect([turned('2026-12-31', 'month', 1), turned('2026-12-31', 'week', 1)]).toEqual(['2027-01-31', '2027-01-07'])
    expect([turned('2026-03-31', 'month', -1), turned('2026-03-31', 'day', -1)]).toEqual(['2026-02-28', '2026-03-30'])
    // Back to the month of today.
    expect(turned('2026-12-15', 'month', -1)).toBe('2026-11-15')
    // Of a day outside of the month the next month is not skipped.
    expect(sameDayIn(adjacentPeriod(today, 'month', 1, today), '2026-12-02', 'month', today)).toBe('2026-12-02')
  })

  test('around today the page keys lead where the arrows do', () => {
    const last = '2026-11-30'
    const arrow = (date: string, step: 1 | -1) => adjacentPeriod(date, 'month', step, last, date === last)
    const turned = (date: string, day: string, step: 1 | -1) => sameDayIn(arrow(date, step), day, 'month', last)
    expect([arrow(last, -1), arrow(last, 1)]).toEqual(['2026-11-01', '2026-12-01'])
    expect([turned(last, last, -1), turned(last, '2026-12-20', -1)]).toEqual(['2026-11-01', '2026-11-20'])
    expect([turned(last, last, 1), turned(last, '2026-12-20', 1)]).toEqual(['2026-12-30', '2026-12-20'])
    // Towards today both show the weeks around it.
    expect([arrow('2026-12-01', -1), turned('2026-12-20', '2026-12-20', -1)]).toEqual([last, last])
    expect([arrow('2026-11-01', -1), turned('2026-11-01', last, -1)]).toEqual(['2026-10-01', '2026-10-30'])
  })

  test('hours are those of 24', () => {
    expect([hourLabel(9), hourLabel(20)]).toEqual(['09:00', '20:00'])
  })
})

describe('Time zone note (D-22)', () => {
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
