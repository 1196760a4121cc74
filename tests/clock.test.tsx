import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockAt, createClock } from '#src/clock.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('one timer serves everybody who watches, and none runs while nobody does', () => {
  const clock = createClock(window)
  expect(vi.getTimerCount()).toBe(0)
  const heard: string[] = []
  const stops = ['one', 'other'].map((name) => clock.subscribe(() => heard.push(name)))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual(['one', 'other'])
  stops[0]?.()
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual(['one', 'other', 'other'])
  stops[1]?.()
  expect(vi.getTimerCount()).toBe(0)
})

test('a tab that wakes up hears at once that time has gone on', () => {
  const clock = createClock(window)
  const tick = vi.fn()
  const stop = clock.subscribe(tick)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(tick).toHaveBeenCalledTimes(1)
  stop()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(tick).toHaveBeenCalledTimes(1)
})

test('a clock may stand still', () => {
  const clock = clockAt(1000)
  const tick = vi.fn()
  clock.subscribe(tick)()
  vi.advanceTimersByTime(60_000)
  expect([clock.now(), tick.mock.calls.length]).toEqual([1000, 0])
})
