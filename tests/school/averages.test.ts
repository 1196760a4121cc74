import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { howManyMore, meanOf, meansAlong, reaches, type Weighted } from '#src/school/averages.ts'

const weight = fc.constantFrom(0.5, 1, 1.5, 2, 3)
const mark: fc.Arbitrary<Weighted> = fc.record({ value: fc.integer({ min: 2, max: 5 }), weight })
const marks = fc.array(mark, { maxLength: 60 })
const threshold = fc.constantFrom(2.5, 3, 3.5, 4, 4.5, 4.75)

describe('An average', () => {
  test('is the sum of marks by their weights over the sum of the weights', () => {
    expect(
      meanOf([
        { value: 5, weight: 1 },
        { value: 3, weight: 3 },
      ]),
    ).toEqual({ sum: 14, weight: 4, mean: 3.5 })
  })

  test('is not there while nothing counts', () => {
    expect([meanOf([]).mean, meanOf([{ value: 5, weight: 0 }]).mean]).toEqual([null, null])
  })

  test('lies between the lowest and the highest of its marks', () => {
    fc.assert(
      fc.property(fc.array(mark, { minLength: 1 }), (some) => {
        const { mean } = meanOf(some)
        const values = some.map(({ value }) => value)
        expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
        expect(mean).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
      }),
    )
  })

  test('after each mark is the average of the marks up to it', () => {
    fc.assert(
      fc.property(marks, (some) => {
        const expected = some.map((_, at) => meanOf(some.slice(0, at + 1)).mean)
        expect(meansAlong(some)).toEqual(expected)
      }),
    )
  })
})

describe('How many more marks of one kind reach a threshold', () => {
  const withMore = (some: readonly Weighted[], one: Weighted, count: number) =>
    meanOf([...some, ...Array.from({ length: count }, () => one)])

  test('is a number that reaches it, while one fewer does not', () => {
    fc.assert(
      fc.property(marks, mark, threshold, (some, one, goal) => {
        const count = howManyMore(some, one, goal)
        fc.pre(count !== null)
        expect(reaches(withMore(some, one, count), goal)).toBe(true)
        if (count > 0) expect(reaches(withMore(some, one, count - 1), goal)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('is no number only where a great many of them come to nothing', () => {
    fc.assert(
      fc.property(marks, mark, threshold, (some, one, goal) => {
        fc.pre(howManyMore(some, one, goal) === null)
        expect(reaches(withMore(some, one, 1000), goal)).toBe(false)
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
    expect(howManyMore(some, one, 4.5)).toBe(expected)
  })
})
