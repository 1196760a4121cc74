import { describe, expect, test } from 'vitest'
import { nextFocusIndex } from '#src/ui/calendar/roving-focus.ts'

const gridDays = Array.from({ length: 14 }, (_, index) => `2026-11-${16 + index}`)

/** Elements in DOM order: each day, then its items. */
function stopsWith(items: Record<string, number>): string[] {
  return gridDays.flatMap((day) => Array<string>(1 + (items[day] ?? 0)).fill(day))
}

const days = stopsWith({ '2026-11-17': 2, '2026-11-18': 1 })
/** Element of a day: 0 is the day itself, 1 its first item. */
const at = (day: string, stop = 0) => days.indexOf(day) + stop
const dayAndOffset = (index: number | null) =>
  index === null ? null : [days[index], index - days.indexOf(days[index] ?? '')]
const press = (key: string, from: number, toEdge?: boolean) => dayAndOffset(nextFocusIndex(days, from, key, toEdge))

describe('An arrow in a calendar', () => {
  test('moves between days on the same level, if the day has it', () => {
    expect(press('ArrowRight', at('2026-11-16'))).toEqual(['2026-11-17', 0])
    expect(press('ArrowRight', at('2026-11-17', 2))).toEqual(['2026-11-18', 1])
    expect(press('ArrowLeft', at('2026-11-18', 1))).toEqual(['2026-11-17', 1])
    expect(press('ArrowRight', at('2026-11-22'))).toEqual(['2026-11-23', 0])
  })

  test('moves through the items of a day, and on to the same weekday', () => {
    expect(press('ArrowDown', at('2026-11-17'))).toEqual(['2026-11-17', 1])
    expect(press('ArrowDown', at('2026-11-17', 2))).toEqual(['2026-11-24', 0])
    expect(press('ArrowUp', at('2026-11-24'))).toEqual(['2026-11-17', 2])
  })

  test('does nothing at the edges of the month', () => {
    expect(press('ArrowLeft', at('2026-11-16'))).toBeNull()
    expect(press('ArrowRight', at('2026-11-29'))).toBeNull()
    expect(press('ArrowUp', at('2026-11-18'))).toBeNull()
    expect(press('ArrowDown', at('2026-11-29'))).toBeNull()
  })

  test('Home and End move within the week, with Ctrl within the month', () => {
    expect(press('Home', at('2026-11-25'))).toEqual(['2026-11-23', 0])
    expect(press('End', at('2026-11-18', 1))).toEqual(['2026-11-22', 0])
    expect(press('Home', at('2026-11-25'), true)).toEqual(['2026-11-16', 0])
    expect(press('End', at('2026-11-18'), true)).toEqual(['2026-11-29', 0])
  })

  test('other keys are left to the browser', () => {
    expect([press('Tab', 0), press('a', 0), press('Enter', 0)]).toEqual([null, null, null])
  })
})
