import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aspectShareOf,
  aspects,
  axisOf,
  axisPositionOf,
  isNotable,
  selectProgressGroup,
  sharesByMonth,
  sumProgress,
  trendOf,
} from '#src/domain/progress.ts'
import { lesson, sums, totals } from '#tests/support/samples/progress-samples.ts'

describe('a part', () => {
  test('is the achieved share of the possible', () => {
    const all = totals({ attended: 3, held: 4, homeworkScore: 7.5, homeworkMax: 10, testScore: 0, testMax: 20 })
    expect(aspects.map((aspect) => aspectShareOf(all, aspect))).toEqual([
      { done: 3, of: 4, share: 0.75 },
      { done: 7.5, of: 10, share: 0.75 },
      { done: 0, of: 20, share: 0 },
    ])
  })

  test('is null while nothing was possible', () => {
    expect(aspects.map((aspect) => aspectShareOf(totals(), aspect))).toEqual([null, null, null])
  })
})

describe('a trend', () => {
  const trend = (attended: number, held: number, lately: number, heldLately: number) =>
    trendOf(
      { summary: totals({ attended, held }), recent: totals({ attended: lately, held: heldLately }) },
      'attendance',
    )

  test.each([
    ['up', 15, 20, 10, 10, { direction: 'up', recent: 1, before: 0.5 }],
    ['down', 15, 20, 5, 10, { direction: 'down', recent: 0.5, before: 1 }],
    ['nowhere', 10, 20, 5, 10, { direction: 'same', recent: 0.5, before: 0.5 }],
    ['nowhere when chance alone moves it', 102, 200, 52, 100, { direction: 'same', recent: 0.52, before: 0.5 }],
    ['up by three points', 103, 200, 53, 100, { direction: 'up', recent: 0.53, before: 0.5 }],
  ])('goes %s', (_, attended, held, lately, heldLately, expected) => {
    expect(trend(attended, held, lately, heldLately)).toEqual(expected)
  })

  test('needs recent and earlier data', () => {
    expect([trend(5, 10, 0, 0), trend(5, 10, 5, 10), trend(0, 0, 0, 0)]).toEqual([null, null, null])
  })
})

describe('months', () => {
  test('without lessons are on the axis too, also across a new year', () => {
    expect(axisOf([{ month: '2026-11' }, { month: '2027-02' }])).toEqual([
      { month: '2026-11', at: 0.125 },
      { month: '2026-12', at: 0.375 },
      { month: '2027-01', at: 0.625 },
      { month: '2027-02', at: 0.875 },
    ])
    expect(axisOf([])).toEqual([])
  })

  test('a day is positioned within its month', () => {
    const axis = axisOf([{ month: '2026-09' }, { month: '2026-10' }])
    const positions = ['2026-09-01', '2026-09-30', '2026-10-01', '2026-10-31'].map((day) => axisPositionOf(day, axis))
    expect(positions).toEqual([...positions].sort())
    expect([positions[0], positions[3]]).toEqual([0.5 / 62, (31 + 30.5) / 62])
  })

  test('a month without data is omitted', () => {
    const months = [
      { month: '2026-09', ...totals({ held: 2, attended: 1 }) },
      { month: '2026-10', ...totals() },
    ]
    expect(sharesByMonth(months, 'attendance')).toEqual([
      { month: '2026-09', at: 0.25, part: { done: 1, of: 2, share: 0.5 } },
    ])
    expect(sharesByMonth(months, 'tests')).toEqual([])
  })
})

test('the total of groups is the sum of their parts, in any order', () => {
  const count = fc.nat({ max: 50 })
  const some = fc.record({
    attended: count,
    held: count,
    homeworkScore: count,
    homeworkMax: count,
    testScore: count,
    testMax: count,
  })
  const month = fc.integer({ min: 1, max: 12 }).map((number) => `2026-${String(number).padStart(2, '0')}`)
  const group = fc.record({
    summary: some,
    recent: some,
    months: fc
      .uniqueArray(fc.tuple(month, some), { selector: ([name]) => name, maxLength: 5 })
      .map((all) =>
        all.map(([name, of]) => ({ month: name, ...of })).sort((one, other) => one.month.localeCompare(other.month)),
      ),
  })
  fc.assert(
    fc.property(fc.array(group, { maxLength: 4 }), (groups) => {
      const all = sumProgress(groups)
      expect(sumProgress(groups.toReversed())).toEqual(all)
      expect(all.summary.held).toBe(groups.reduce((sum, { summary }) => sum + summary.held, 0))
      expect(all.months.reduce((sum, { testMax }) => sum + testMax, 0)).toBe(
        groups.flatMap(({ months }) => months).reduce((sum, { testMax }) => sum + testMax, 0),
      )
      expect(new Set(all.months.map(({ month: name }) => name)).size).toBe(all.months.length)
    }),
  )
  expect(sumProgress([])).toEqual(sums())
})

test('a lesson is notable if it was missed, has overdue homework or few points, not for a comment', () => {
  expect(isNotable(lesson())).toBe(false)
  expect(isNotable(lesson({ attendance: 'planned' }))).toBe(false)
  expect(isNotable(lesson({ attendance: 'absent' }))).toBe(true)
  expect(isNotable(lesson({ attendance: 'late' }))).toBe(true)
  expect(isNotable(lesson({ homework: { score: null, max: 10, state: 'overdue' } }))).toBe(true)
  expect(isNotable(lesson({ homework: { score: null, max: 10, state: 'open' } }))).toBe(false)
  expect(isNotable(lesson({ homework: { score: 4, max: 10, state: 'checked' } }))).toBe(true)
  expect(isNotable(lesson({ test: { score: 9, max: 20 } }))).toBe(true)
  expect(isNotable(lesson({ test: { score: 10, max: 20 } }))).toBe(false)
  expect(isNotable(lesson({ comment: 'Молодец.' }))).toBe(false)
})

test('the shown group is the selected one of the child, else the child’s first, else the first of all', () => {
  const group = (studentUuid: string, groupId: string) => ({ studentUuid, groupId, title: '', subject: '' })
  const groups = [group('artem', 'physics'), group('artem', 'chess'), group('maria', 'data')]
  expect(selectProgressGroup(groups, {})).toBe(groups[0])
  expect(selectProgressGroup(groups, { group: 'chess' })).toBe(groups[1])
  expect(selectProgressGroup(groups, { child: 'maria' })).toBe(groups[2])
  expect(selectProgressGroup(groups, { child: 'maria', group: 'chess' })).toBe(groups[2])
  expect(selectProgressGroup(groups, { child: 'nobody' })).toBeUndefined()
  expect(selectProgressGroup([], {})).toBeUndefined()
})
