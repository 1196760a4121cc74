import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marksNeeded, meanOf, meetsThreshold, runningMeans, type Weighted } from '#src/domain/averages.ts'

const weight = fc.constantFrom(0.5, 1, 1.5, 2, 3)
const mark: fc.Arbitrary<Weighted> = fc.record({ value: fc.integer({ min: 2, max: 5 }), weight })
const marks = fc.array(mark, { maxLength: 60 })
const threshold = fc.constantFrom(2.5, 3, 3.5, 4, 4.5, 4.75)

describe('An average', () => {
  test('is the weighted sum of marks divided by the sum of weights', () => {
    expect(
      meanOf([
        { value: 5, weight: 1 },
        { value: 3, weight: 3 },
      ]),
    ).toEqual({ sum: 14, weight: 4, mean: 3.5 })
  })

  test('is null without marks', () => {
    expect([meanOf([]).mean, meanOf([{ value: 5, weight: 0 }]).mean]).toEqual([null, null])
  })

  test('is between the lowest and the highest mark', () => {
    fc.assert(
      fc.property(fc.array(mark, { minLength: 1 }), (some) => {
        const { mean } = meanOf(some)
        const values = some.map(({ value }) => value)
        expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
        expect(mean).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
      }),
    )
  })

  test('is computed after each mark', () => {
    fc.assert(
      fc.property(marks, (some) => {
        const expected = some.map((_, at) => meanOf(some.slice(0, at + 1)).mean)
        expect(runningMeans(some)).toEqual(expected)
      }),
    )
  })
})

describe('How many more marks of one kind reach a threshold', () => {
  const withMore = (some: readonly Weighted[], one: Weighted, count: number) =>
    meanOf([...some, ...Array.from({ length: count }, () => one)])

  test('is the smallest number that reaches it', () => {
    fc.assert(
      fc.property(marks, mark, threshold, (some, one, goal) => {
        const count = marksNeeded(some, one, goal)
        fc.pre(count !== null)
        expect(meetsThreshold(withMore(some, one, count), goal)).toBe(true)
        if (count > 0) expect(meetsThreshold(withMore(some, one, count - 1), goal)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('is null only if no number reaches it', () => {
    fc.assert(
      fc.property(marks, mark, threshold, (some, one, goal) => {
        fc.pre(marksNeeded(some, one, goal) === null)
        expect(meetsThreshold(withMore(some, one, 1000), goal)).toBe(false)
      }),
    )
  })

  test.each([
    ['two fives for tests bring 4, 4, 4 to 4.5', [4, 4, 4], { value: 5, weight: 2 }, 2],
    ['what is reached needs none', [5, 5, 4], { value: 5, weight: 1 }, 0],
    ['a first mark is one', [], { value: 5, weight: 3 }, 1],
    ['fours alone never come to 4.5', [4, 5, 3], { value: 4, weight: 1 }, null],
    ['a kind without weight moves nothing', [3], { value: 5, weight: 0 }, null],
  ])('%s', (_, values, one, expected) => {
    const some = values.map((value) => ({ value, weight: 1 }))
    expect(marksNeeded(some, one, 4.5)).toBe(expected)
  })
})
