import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock, fixedClock } from '#src/app/clock.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('uses one timer for all subscribers and none without', () => {
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

test('updates at once when the tab becomes visible', () => {
  const clock = createClock(window)
  const tick = vi.fn()
  const stop = clock.subscribe(tick)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(tick).toHaveBeenCalledTimes(1)
  stop()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(tick).toHaveBeenCalledTimes(1)
})

test('returns a fixed time', () => {
  const clock = fixedClock(1000)
  const tick = vi.fn()
  clock.subscribe(tick)()
  vi.advanceTimersByTime(60_000)
  expect([clock.now(), tick.mock.calls.length]).toEqual([1000, 0])
})
