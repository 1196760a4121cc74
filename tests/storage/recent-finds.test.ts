import { expect, test } from 'vitest'
import { readRecentFinds, saveRecentFinds } from '#src/storage/recent-finds.ts'

const lesson = { title: 'Алгебра', icon: 'calendar', href: '/schedule' } as const

function browserStoring(stored: string | null): Window {
  let value = stored
  const sessionStorage = { getItem: () => value, setItem: (_: string, next: string) => (value = next) }
  return { sessionStorage } as unknown as Window
}

test('reads what was saved', () => {
  const browser = browserStoring(null)
  saveRecentFinds(browser, 'anna', [lesson])
  expect(readRecentFinds(browser, 'anna')).toEqual([lesson])
})

test.each([
  ['no JSON', '{'],
  ['another shape', '{"title":"Алгебра"}'],
  ['null', 'null'],
])('has no recent results when storage holds %s', (_, stored) => {
  expect(readRecentFinds(browserStoring(stored), 'anna')).toEqual([])
})

test('drops entries of another shape', () => {
  expect(readRecentFinds(browserStoring(JSON.stringify([lesson, null, { title: 1 }])), 'anna')).toEqual([lesson])
})
