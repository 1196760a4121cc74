import { expect, test } from 'vitest'
import type { CallQuery, CallQueryKey } from '#src/api/call-query.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { scheduleQuery } from '#src/api/schedule.ts'
import { menuQuery } from '#src/api/system.ts'
import { isReadableOffline, storedScreens } from '#src/app/offline/readable-offline.ts'
import type { CachedAnswer, CachedAnswers } from '#src/storage/cached-answers.ts'
import { anna } from '#tests/models/sample-users.ts'

const answer = ({ queryKey, meta }: Pick<CallQuery<unknown>, 'meta'> & { queryKey: CallQueryKey }, at: number) => {
  const screen = meta?.offline
  return { queryKey, data: [], at, ...(screen !== undefined && screen !== true && { screen }) } satisfies CachedAnswer
}
const cached: CachedAnswers = {
  user: anna,
  answers: [
    answer(scheduleQuery('parent', '2026-10-01'), 1_000),
    answer(scheduleQuery('parent', '2026-11-01'), 3_000),
    answer(contractsQuery(), 2_000),
    answer(menuQuery(), 4_000),
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
