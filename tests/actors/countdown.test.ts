import { expect, test } from 'vitest'
import { startCountdown } from '#src/actors/countdown.ts'

/** A window whose monotonic clock and timers this test turns. */
function stillWindow() {
  let now = 1000
  const looks = new Set<() => void>()
  const wakes = new Set<() => void>()
  const window = {
    performance: { now: () => now },
    setInterval: (look: () => void) => {
      looks.add(look)
      return look
    },
    clearInterval: (look: () => void) => looks.delete(look),
    document: {
      addEventListener: (_: string, look: () => void) => wakes.add(look),
      removeEventListener: (_: string, look: () => void) => wakes.delete(look),
    },
  } as unknown as Window & typeof globalThis
  return {
    window,
    listening: () => looks.size + wakes.size,
    /** Time passes, and the page's timers run as browsers let them. */
    pass: (milliseconds: number) => {
      now += milliseconds
      for (const look of looks) look()
    },
    sleep: (milliseconds: number) => {
      now += milliseconds
    },
    wake: () => {
      for (const look of wakes) look()
    },
  }
}

function counting(seconds: number) {
  const still = stillWindow()
  const ticks: number[] = []
  const stop = startCountdown(still.window, seconds, (left) => ticks.push(left))
  return { ...still, ticks, stop }
}

test('reports every second once and none after the last', () => {
  const { pass, ticks, listening } = counting(3)
  for (let quarter = 0; quarter < 20; quarter += 1) pass(250)
  expect([ticks, listening()]).toEqual([[2, 1, 0], 0])
})

test('ignores changes of the wall clock', ({ onTestFinished }) => {
  const realNow = Date.now
  onTestFinished(() => void Object.assign(Date, { now: realNow }))
  const { pass, ticks } = counting(60)
  Date.now = () => realNow() + 3_600_000
  pass(1000)
  Date.now = () => realNow() - 3_600_000
  pass(1000)
  expect(ticks).toEqual([59, 58])
})

test('reports the remaining seconds at once when a tab wakes up', () => {
  const { sleep, wake, ticks } = counting(60)
  sleep(45_500)
  wake()
  expect(ticks).toEqual([15])
})

test('is over when a tab wakes up after the end', () => {
  const { sleep, wake, ticks, listening } = counting(60)
  sleep(3_600_000)
  wake()
  expect([ticks, listening()]).toEqual([[0], 0])
})

test('does not call back after it was stopped', () => {
  const { pass, stop, ticks, listening } = counting(60)
  stop()
  pass(5000)
  expect([ticks, listening()]).toEqual([[], 0])
})
