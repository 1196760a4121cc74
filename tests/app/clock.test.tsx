import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClock, fixedClock } from '#src/app/clock.ts'
import { timeOfDocument, timingFetch } from '#src/app/server-time.ts'

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

describe('The clock of the server', () => {
  const server = Date.parse('2026-11-20T09:00:00Z')
  const day = 86_400_000

  /** A page on a device with this error; `read` is what it has stored. */
  function openOn({ error, read = 0 }: { error: number; read?: number }) {
    vi.setSystemTime(server + error)
    const save = vi.fn()
    return { clock: createClock(window, { stored: { read: () => read, save } }), save }
  }
  const answered = (late = 0) => ({ asked: Date.now() - late, arrived: Date.now(), at: server, precision: 1_000 })

  test('is that of the page when the clock of the device is wrong, and is kept for a start without a connection', () => {
    const { clock, save } = openOn({ error: -30 * day })
    const tick = vi.fn()
    clock.subscribe(tick)
    clock.adjust(answered())
    expect(Math.abs(clock.now() - server)).toBeLessThan(6_000)
    expect(tick).toHaveBeenCalled()
    const [[kept = 0] = []] = save.mock.calls as [number][]
    expect(openOn({ error: -30 * day, read: kept }).clock.now()).toBe(clock.now())
    expect(clock.fromDevice(Date.now())).toBe(clock.now())
  })

  test('does not move with the time that answers take', () => {
    const { clock, save } = openOn({ error: 8_000 })
    clock.adjust(answered(9_000))
    expect([clock.now(), save.mock.calls]).toEqual([Date.now(), []])
    const wrong = openOn({ error: 2 * day, read: -2 * day }).clock
    wrong.adjust(answered(9_000))
    expect(wrong.now()).toBe(server)
  })

  test('is that of the device again when it was corrected', () => {
    const { clock, save } = openOn({ error: 0, read: 3 * day })
    clock.adjust(answered())
    expect([clock.now(), save.mock.calls]).toEqual([server, [[0]]])
  })

  test('is read from documents and answers', async () => {
    const report = vi.fn()
    const headers = { date: 'Fri, 20 Nov 2026 09:00:00 GMT' }
    await timingFetch(async () => new Response('', { headers }), report)('/api')
    await timingFetch(async () => new Response('', { headers, status: 502 }), report)('/api')
    expect(report.mock.calls).toEqual([[expect.objectContaining({ at: server, precision: 1_000 })]])
    expect(timeOfDocument({ performance }, server)).toMatchObject({ at: server, precision: 0 })
  })
})

test('returns a fixed time', () => {
  const clock = fixedClock(1000)
  const tick = vi.fn()
  clock.subscribe(tick)()
  vi.advanceTimersByTime(60_000)
  expect([clock.now(), tick.mock.calls.length]).toEqual([1000, 0])
})
