import { describe, expect, test } from 'vitest'
import type { CalendarBand, CalendarDay, CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { sortByTime } from '#src/ui/calendar/calendar-items.ts'
import {
  cardHeaderHeight,
  layOutBands,
  placeSideBySide,
  shownNow,
  stackOverlapping,
  visibleHours,
} from '#src/ui/calendar/event-layout.ts'

function item(key: string, from: number | null, to = 0): CalendarItem {
  const text = { starts: '', ends: '', title: key, kindLabel: '' }
  const hours = from === null ? null : { from: from * 60, to: to * 60 }
  return { key, day: '2026-11-20', hours, ...text, tone: 'info', icon: 'exam' }
}

const scale = { firstHour: 8, hourHeight: 64 }

/** Position of each card in pixels after 8:00, its visible height and its depth in the stack. */
const cardsOf = (...items: CalendarItem[]) =>
  stackOverlapping(items, scale).cards.map(({ item, top, height, open, left }) => [
    item.key,
    top,
    height,
    open,
    Number.parseInt(left, 10) / 8,
  ])

describe('items of a day', () => {
  test('without overlap are at their hours, also when adjacent', () => {
    expect(cardsOf(item('a', 9, 10), item('b', 10, 11), item('c', 12, 13))).toEqual([
      ['a', 64, 64, 64, 0],
      ['b', 128, 64, 64, 0],
      ['c', 256, 64, 64, 0],
    ])
  })

  test('that overlap are stacked at their hours; the later covers the earlier', () => {
    expect(cardsOf(item('long', 9, 12), item('later', 10, 11), item('after', 12, 13))).toEqual([
      ['long', 64, 192, 64, 0],
      ['later', 128, 64, 64, 1],
      ['after', 256, 64, 64, 0],
    ])
  })

  test('with the same start have visible headers', () => {
    expect(cardsOf(item('a', 17, 18), item('b', 17, 18))).toEqual([
      ['a', 576, 64, cardHeaderHeight, 0],
      ['b', 576 + cardHeaderHeight, cardHeaderHeight, cardHeaderHeight, 1],
    ])
  })

  test('of one minute have a visible header', () => {
    expect(cardsOf(item('a', 9, 9.01))).toEqual([['a', 64, cardHeaderHeight, cardHeaderHeight, 0]])
  })

  test('that do not fit are counted in one line', () => {
    const { cards, rests } = stackOverlapping(
      Array.from({ length: 30 }, (_, index) => item(String(index), 10, 11)),
      scale,
    )
    expect(cards.map(({ item: { key }, top }) => [key, top])).toEqual([
      ['0', 128],
      ['1', 128 + cardHeaderHeight],
      ['2', 128 + 2 * cardHeaderHeight],
    ])
    expect(rests.map(({ top, keys }) => [top, keys.length, keys[0]])).toEqual([[128 + 3 * cardHeaderHeight, 27, '3']])
  })

  test('in a chain stay near their hours, and none is lost', () => {
    const chain = Array.from({ length: 30 }, (_, index) => item(String(index), 8 + index / 3, 9 + index / 3))
    const { cards, rests } = stackOverlapping(chain, scale)
    for (const { item, top } of cards)
      expect(top - ((item.hours.from - 480) / 60) * 64).toBeLessThanOrEqual(2 * cardHeaderHeight)
    expect(cards.length + rests.flatMap(({ keys }) => keys).length).toBe(30)
    for (const [index, card] of cards.entries()) {
      expect(card.top - (cards[index - 1]?.top ?? -cardHeaderHeight)).toBeGreaterThanOrEqual(cardHeaderHeight)
    }
  })

  test('of the whole day have no hours and come first in a list', () => {
    expect(cardsOf(item('day', null))).toEqual([])
    expect(sortByTime([item('b', 10, 11), item('day', null), item('a', 0, 1)]).map(({ key }) => key)).toEqual([
      'day',
      'a',
      'b',
    ])
  })
})

describe('items of a day that is shown alone', () => {
  const columnsOf = (...items: CalendarItem[]) =>
    placeSideBySide(items, scale).map(({ item, top, height, left, right }) => [item.key, top, height, left, right])

  test('are side by side as long as they overlap, and reuse a column that is free again', () => {
    expect(columnsOf(item('long', 9, 12), item('short', 9, 10), item('next', 10, 11), item('alone', 12, 13))).toEqual([
      ['long', 64, 192, '0%', '50%'],
      ['short', 64, 64, '50%', '0%'],
      ['next', 128, 64, '50%', '0%'],
      ['alone', 256, 64, '0%', '0%'],
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

  test('have one more for a current time outside of them, in whose middle it is drawn', () => {
    const items = [item('early', 9, 10), item('late', 19, 20)]
    const shownAt = (hours: number) => {
      const shown = visibleHours(items, hours * 60)
      return [shown.from, shown.to, shownNow(hours * 60, shown) / 60]
    }
    expect([5, 8.25, 9, 20, 20.75, 23.5].map(shownAt)).toEqual([
      [8, 20, 8.5],
      [8, 20, 8.25],
      [9, 20, 9],
      [9, 20, 20],
      [9, 21, 20.75],
      [9, 21, 20.5],
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
