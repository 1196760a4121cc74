import { describe, expect, test } from 'vitest'
import type { CalendarBand, CalendarDay, CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { sortByTime } from '#src/ui/calendar/calendar-items.ts'
import {
  columnsOfWidth,
  layOutBands,
  minCardHeight,
  placeSideBySide,
  shownNow,
  visibleHours,
} from '#src/ui/calendar/event-layout.ts'

function item(key: string, from: number | null, to = 0): CalendarItem {
  const text = { starts: '', ends: '', title: key, kindLabel: '' }
  const hours = from === null ? null : { from: from * 60, to: to * 60 }
  return { key, day: '2026-11-20', hours, ...text, tone: 'info', icon: 'exam' }
}

const scale = { firstHour: 8, hourHeight: 64 }

/** Position of each card: pixels after 8:00, height, and distances from the sides of the day. */
const cardsOf = (items: CalendarItem[], maxColumns = 3) =>
  placeSideBySide(items, scale, maxColumns).cards.map(({ item, top, height, left, right }) => [
    item.key,
    top,
    height,
    left,
    right,
  ])

const cancelled = (key: string, from: number, to: number) => ({ ...item(key, from, to), cancelled: true })
const third = `${(1 / 3) * 100}%`

describe('items of a day', () => {
  test('without overlap are at their hours, also when adjacent', () => {
    expect(cardsOf([item('a', 9, 10), item('b', 10, 11), item('c', 12, 13)])).toEqual([
      ['a', 64, 64, '0%', '0%'],
      ['b', 128, 64, '0%', '0%'],
      ['c', 256, 64, '0%', '0%'],
    ])
  })

  test('are side by side as long as they overlap, and reuse a column that is free again', () => {
    expect(cardsOf([item('long', 9, 12), item('short', 9, 10), item('next', 10, 11), item('alone', 12, 13)])).toEqual([
      ['long', 64, 192, '0%', '50%'],
      ['short', 64, 64, '50%', '0%'],
      ['next', 128, 64, '50%', '0%'],
      ['alone', 256, 64, '0%', '0%'],
    ])
  })

  test('stay at their hours in a chain, and take the columns that are free beside them', () => {
    const chain = [cancelled('a', 9, 11), item('b', 9.5, 12.5), cancelled('c', 10.5, 12), item('d', 11.5, 13)]
    expect(cardsOf(chain).map(([key, top, height]) => [key, top, height])).toEqual([
      ['a', 64, 128],
      ['b', 96, 192],
      ['c', 160, 96],
      ['d', 224, 96],
    ])
    expect(cardsOf([item('a', 9, 11), item('b', 9, 10), item('c', 9, 10), item('d', 10, 11)]).at(-1)).toEqual([
      'd',
      128,
      64,
      third,
      '0%',
    ])
  })

  test('of one minute are as high as two lines, and keep the next one away', () => {
    expect(cardsOf([item('a', 9, 9.01), item('b', 9.25, 10)])).toEqual([
      ['a', 64, minCardHeight, '0%', '50%'],
      ['b', 80, 48, '50%', '0%'],
    ])
  })

  test('that do not fit are counted in one line, the cancelled ones first', () => {
    const many = [cancelled('no', 10, 11), ...Array.from({ length: 29 }, (_, index) => item(String(index), 10, 11))]
    const { cards, rests } = placeSideBySide(many, scale, 3)
    expect(cards.map(({ item: { key }, top }) => [key, top])).toEqual([
      ['0', 128],
      ['1', 128],
      ['2', 128],
    ])
    expect(rests.map(({ top, left, keys }) => [top, parseInt(left, 10), keys.length, keys.at(-1)])).toEqual([
      [128 + minCardHeight, 66, 27, 'no'],
    ])
    expect(placeSideBySide(many, scale, Number.POSITIVE_INFINITY)).toMatchObject({ cards: { length: 30 }, rests: [] })
  })

  test('without room are counted at the hours of each, below the titles of the cards there', () => {
    const long = [item('a', 9, 18), item('b', 9, 18)]
    const { rests } = placeSideBySide([...long, item('c', 10, 11), item('d', 10.5, 12), item('e', 15, 16)], scale, 2)
    expect(rests).toEqual([
      { top: 128, left: '50%', keys: ['c', 'd'] },
      { top: 448, left: '50%', keys: ['e'] },
    ])
  })

  test('that are short leave the titles of the others free at each height of an hour', () => {
    const low = { firstHour: 8, hourHeight: 40 }
    const leftsOf = (...items: CalendarItem[]) => placeSideBySide(items, low, 3).cards.map(({ left }) => left)
    expect(leftsOf(item('a', 9, 9.5), item('b', 9.5, 10))).toEqual(['0%', '50%'])
    expect(leftsOf(item('a', 9, 9.75), item('b', 9 + 50 / 60, 10.5))).toEqual(['0%', '0%'])
  })

  test('are two side by side where three would not show their starts', () => {
    expect([90, 137, 138, 200].map(columnsOfWidth)).toEqual([2, 2, 3, 3])
  })

  test('of the whole day have no hours and come first in a list', () => {
    expect(cardsOf([item('day', null)])).toEqual([])
    expect(sortByTime([item('b', 10, 11), item('day', null), item('a', 0, 1)]).map(({ key }) => key)).toEqual([
      'day',
      'a',
      'b',
    ])
  })
})

describe('the hours of a week', () => {
  test('begin with the first item and end with the last', () => {
    expect(visibleHours([item('early', 6.5, 8), item('late', 20, 21.25), item('day', null)])).toEqual({
      from: 6,
      to: 22,
    })
  })

  test('are at least eight, within the day, and the default ones without items', () => {
    expect(visibleHours([item('one', 16, 17.5)])).toEqual({ from: 16, to: 24 })
    expect(visibleHours([item('night', 22, 24)])).toEqual({ from: 16, to: 24 })
    expect(visibleHours([item('day', null)])).toEqual({ from: 9, to: 17 })
  })

  test('have one more for a current time outside of them, at whose edge it is drawn', () => {
    const items = [item('early', 9, 10), item('late', 19, 20)]
    const shownAt = (hours: number) => {
      const shown = visibleHours(items, hours * 60)
      return [shown.from, shown.to, shownNow(hours * 60, shown) / 60]
    }
    expect([5, 8.25, 9, 20, 20.75, 23.5].map(shownAt)).toEqual([
      [8, 20, 8],
      [8, 20, 8.25],
      [9, 20, 9],
      [9, 20, 20],
      [9, 21, 20.75],
      [9, 21, 21],
    ])
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
    layOutBands(bands, week).map(({ band, lane, column, span, continues }) => [band.key, lane, column, span, continues])

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

  test('of other weeks are omitted', () => {
    expect(placed(band('before', '2026-11-01', '2026-11-15'), band('after', '2026-11-23', '2026-11-30'))).toEqual([])
  })
})
