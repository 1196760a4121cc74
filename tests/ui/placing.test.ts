import { describe, expect, test } from 'vitest'
import type { CalendarBand, CalendarDay, CalendarItem } from '#src/ui/calendar/items.ts'
import { inOrder } from '#src/ui/calendar/items.ts'
import { bandsOver, hoursInView, sideBySide } from '#src/ui/calendar/placing.ts'

function item(key: string, from: number | null, to = 0): CalendarItem {
  const words = { starts: '', ends: '', title: key, spoken: '' }
  const hours = from === null ? null : { from: from * 60, to: to * 60 }
  return { key, day: '2026-11-20', hours, ...words, tone: 'info', icon: 'exam' }
}

const lanesOf = (items: CalendarItem[]) => sideBySide(items).map(({ item, lane, lanes }) => [item.key, lane, lanes])

describe('items of a day', () => {
  test('that do not overlap have the whole width, also when they touch', () => {
    expect(lanesOf([item('a', 9, 10), item('b', 10, 11), item('c', 12, 13)])).toEqual([
      ['a', 0, 1],
      ['b', 0, 1],
      ['c', 0, 1],
    ])
  })

  test('that overlap stand side by side; a lane that is free again is used again', () => {
    expect(lanesOf([item('long', 9, 12), item('early', 9, 10), item('late', 10.5, 12), item('after', 12, 13)])).toEqual(
      [
        ['long', 0, 2],
        ['early', 1, 2],
        ['late', 1, 2],
        ['after', 0, 1],
      ],
    )
  })

  test('that chain share the width of the whole chain', () => {
    expect(lanesOf([item('a', 9, 11), item('b', 10, 12), item('c', 11, 13)])).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 0, 2],
    ])
  })

  test('as short as a minute do not cover each other', () => {
    expect(lanesOf([item('a', 9, 9.01), item('b', 9.25, 10)])).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
    ])
  })

  test('of the whole day have no hours and come first in a list', () => {
    expect(lanesOf([item('day', null)])).toEqual([])
    expect(inOrder([item('b', 10, 11), item('day', null), item('a', 0, 1)]).map(({ key }) => key)).toEqual([
      'day',
      'a',
      'b',
    ])
  })
})

describe('the hours of a week', () => {
  test('are the usual ones, and wider where an item asks for it', () => {
    expect(hoursInView([])).toEqual({ from: 8, to: 20 })
    expect(hoursInView([item('early', 6.5, 8), item('late', 20, 21.25), item('day', null)])).toEqual({
      from: 6,
      to: 22,
    })
  })
})

describe('bands over days', () => {
  const week: CalendarDay[] = Array.from({ length: 7 }, (_, index) => {
    const number = String(16 + index)
    return { day: `2026-11-${number}`, number, weekday: '', name: '' }
  })
  const band = (key: string, from: string, to: string): CalendarBand => {
    return { key, from, to, title: key, tone: 'warning', icon: 'vacation' }
  }
  const placed = (...bands: CalendarBand[]) =>
    bandsOver(bands, week).map(({ band, lane, column, span, continues }) => [band.key, lane, column, span, continues])

  test('of one day, of some days and of more than the week', () => {
    expect(
      placed(
        band('one', '2026-11-22', '2026-11-22'),
        band('some', '2026-11-17', '2026-11-19'),
        band('all', '2026-11-01', '2026-12-01'),
      ),
    ).toEqual([
      ['all', 0, 0, 7, { before: true, after: true }],
      ['some', 1, 1, 3, { before: false, after: false }],
      ['one', 1, 6, 1, { before: false, after: false }],
    ])
  })

  test('of other weeks are not here', () => {
    expect(placed(band('before', '2026-11-01', '2026-11-15'), band('after', '2026-11-23', '2026-11-30'))).toEqual([])
  })
})
