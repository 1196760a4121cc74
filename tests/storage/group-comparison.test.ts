import { beforeEach, expect, test, vi } from 'vitest'
import { createGroupComparison } from '#src/storage/group-comparison.ts'

const start = Date.parse('2026-11-26T12:00:00Z')
const day = 86_400_000
let now = start
let stored: string | null = null
const events = new EventTarget()
const browser = {
  localStorage: {
    getItem: () => stored,
    setItem: (_: string, text: string) => {
      stored = text
    },
    removeItem: () => {
      stored = null
    },
  },
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
} as unknown as Window
const open = () =>
  createGroupComparison(
    () => browser,
    () => now,
  )

beforeEach(() => {
  now = start
  stored = null
})

test('keeps up to four groups on the device for a week after the last change', () => {
  const comparison = open()
  for (const group of ['a', 'b', 'c', 'b', 'd', 'e']) comparison.add(group)
  expect(comparison.read()).toEqual(['a', 'c', 'b', 'd'])
  comparison.remove('c')
  now = start + 7 * day - 1
  expect(open().read()).toEqual(['a', 'b', 'd'])
  now += 2
  expect(open().read()).toEqual([])
})

test('returns the same array until a change, and announces changes of this page and of other tabs', () => {
  const comparison = open()
  const listener = vi.fn()
  const stop = comparison.subscribe(listener)
  comparison.add('a')
  expect(comparison.read()).toBe(comparison.read())
  open().add('b')
  events.dispatchEvent(new Event('storage'))
  expect([comparison.read(), listener.mock.calls.length]).toEqual([['a', 'b'], 2])
  stop()
  comparison.clear()
  expect([comparison.read(), listener.mock.calls.length]).toEqual([[], 2])
})

test.each(['no json', '{"groups":7,"until":9e15}', '[]', '{"groups":["a"]}'])('ignores a foreign value: %s', (text) => {
  stored = text
  expect(open().read()).toEqual([])
})

test('lasts as long as the page while storage is blocked', () => {
  const comparison = createGroupComparison(
    () => ({}) as Window,
    () => now,
  )
  comparison.add('a')
  expect(comparison.read()).toEqual(['a'])
})
