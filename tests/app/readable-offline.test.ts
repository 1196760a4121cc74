import { expect, test } from 'vitest'
import { isReadableOffline, storedScreens } from '#src/app/offline/readable-offline.ts'
import type { CachedAnswer, CachedAnswers } from '#src/storage/cached-answers.ts'
import { anna } from '#tests/models/sample-users.ts'

const answer = (call: string, at: number) => ({ queryKey: [call], data: [], at }) as unknown as CachedAnswer
const cached: CachedAnswers = {
  user: anna,
  answers: [
    answer('GET /v1/parent/children/schedule/list', 1_000),
    answer('GET /v1/parent/children/schedule/list', 3_000),
    answer('GET /v1/profile/contract/list', 2_000),
    answer('GET /v1/system/menu', 4_000),
  ],
}

test('screens are stored with the time of their newest data', () => {
  expect(storedScreens(cached)).toEqual([
    { name: 'schedule', path: '/schedule', at: 3_000 },
    { name: 'contracts-and-payments', path: '/contracts-and-payments', at: 2_000 },
  ])
  expect(storedScreens(null)).toEqual([])
})

test.each([
  ['/', true],
  ['/home-page', true],
  ['/schedule/', true],
  ['/contracts-and-payments/1', true],
  ['/events', false],
  ['/schedules', false],
  ['/catalog', false],
])('%s without a connection: %s', (path, isReadable) => {
  expect(isReadableOffline(path, storedScreens(cached))).toBe(isReadable)
  expect(isReadableOffline(path, [])).toBe(false)
})
