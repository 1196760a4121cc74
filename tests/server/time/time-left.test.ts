// Database: none.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secondsLeft, timeLeft } from '#server/time/time-left.ts'

const now = new Date('2026-10-14T09:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  [0, 60],
  [0.5, 60],
  [59.5, 1],
  [60, null],
  [3600, null],
  // A server whose clock is slightly ahead.
  [-5, 60],
  [-30 * 3600, null],
])('A minute that began %s seconds ago lasts %s seconds more', (age, left) => {
  expect(secondsLeft(ago(age), 60_000, now)).toBe(left)
})

test('No wait is longer than its rule', () => {
  const instant = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') })
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 100_000_000 }), (since, lasts) => {
      const left = timeLeft(since, lasts, now)
      return left === null || (left > 0 && left <= lasts)
    }),
  )
})
