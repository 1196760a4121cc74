import { describe, expect, test } from 'vitest'
import { daysAhead, lastDayInSight, phaseOf } from '#src/routes/-parent-home-page/days-ahead.ts'
import type { CalendarBand, CalendarItem } from '#src/ui/calendar/items.ts'

const today = '2026-11-20'

function item(day: string, from: number | null = 600): CalendarItem {
  const hours = from === null ? null : { from, to: from + 90 }
  const key = `${day} ${from}`
  return { key, day, hours, starts: '', ends: '', title: key, tone: 'accent', icon: 'calendar', spoken: '' }
}

describe('The next days of a child', () => {
  const shown = (items: CalendarItem[], room?: number) => {
    const { days, hidden } = daysAhead({ items, bands: [] }, today, room)
    return { days: days.map(({ day, items: own }) => [day, own.map(({ hours }) => hours?.from ?? null)]), hidden }
  }

  test('today is there even when it is free', () => {
    expect(shown([])).toEqual({ days: [[today, []]], hidden: 0 })
  })

  test('today is whole and in order, whatever room there is', () => {
    const items = [item(today, 1100), item(today, 540), item(today, null), item(today, 800)]
    expect(shown(items, 1)).toEqual({ days: [[today, [null, 540, 800, 1100]]], hidden: 0 })
  })

  test('after today come the next days that have something, as far as there is room', () => {
    const items = [item('2026-11-24'), item('2026-11-22', 900), item('2026-11-22', 600), item('2026-11-25')]
    expect(shown(items, 3)).toEqual({
      days: [
        [today, []],
        ['2026-11-22', [600, 900]],
        ['2026-11-24', [600]],
      ],
      hidden: 1,
    })
  })

  test('a week is in sight: what is over or further away is left out', () => {
    expect(lastDayInSight(today)).toBe('2026-11-26')
    expect(shown([item('2026-11-19'), item('2026-11-26'), item('2026-11-27')])).toEqual({
      days: [
        [today, []],
        ['2026-11-26', [600]],
      ],
      hidden: 0,
    })
  })

  test('vacations that touch the week are told', () => {
    const band = (key: string, from: string, to: string): CalendarBand => ({
      key,
      from,
      to,
      title: key,
      tone: 'success',
      icon: 'vacation',
    })
    const bands = [
      band('over', '2026-10-26', '2026-11-19'),
      band('now', '2026-11-10', today),
      band('soon', '2026-11-26', '2026-12-10'),
      band('later', '2026-11-27', '2026-12-10'),
    ]
    expect(daysAhead({ items: [], bands }, today).bands.map(({ key }) => key)).toEqual(['now', 'soon'])
  })

  test.each([
    ['over', item('2026-11-19'), 0],
    ['ahead', item(today, 600), 599],
    ['now', item(today, 600), 600],
    ['now', item(today, 600), 689],
    ['over', item(today, 600), 690],
    ['ahead', item(today, null), 1400],
    ['ahead', item('2026-11-21', 600), 1400],
  ] as const)('an item is %s', (phase, entry, minutes) => {
    expect(phaseOf(entry, today, minutes)).toBe(phase)
  })
})
