import { QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { type OfflineDependencies, startOffline } from '#src/actors/offline.actors.ts'
import { type CachedAnswer, forgetAnswers, readCachedAnswers, storeAnswers } from '#src/storage/cached-answers.ts'
import { anna } from '#tests/models/sample-users.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const day = 24 * 60 * 60_000
const boris = { ...anna, id: '00000000-0000-4000-8000-0000000000b0' }
const answer = (name: string, at = now) => ({ queryKey: [name], data: { name }, at }) as unknown as CachedAnswer

const indexedDB = new IDBFactory()
beforeEach(async () => {
  vi.stubGlobal('indexedDB', indexedDB)
  await forgetAnswers()
})
afterAll(() => {
  // The module keeps the database open, and other suites of this worker have none.
  vi.resetModules()
})

test('answers are read back for the person they were kept for', async () => {
  await storeAnswers(anna, [answer('GET /v1/profile/events'), answer('GET /v1/profile/children')], now)
  const kept = await readCachedAnswers(now)
  expect(kept?.user).toEqual(anna)
  expect(kept?.answers).toEqual(expect.arrayContaining([answer('GET /v1/profile/children')]))
  expect(kept?.answers).toHaveLength(2)
})

test('answers of another person are deleted first', async () => {
  await storeAnswers(anna, [answer('GET /v1/profile/events')], now)
  await storeAnswers(boris, [answer('GET /v1/profile/children')], now)
  expect(await readCachedAnswers(now)).toEqual({ user: boris, answers: [answer('GET /v1/profile/children')] })
})

test('answers are kept for 14 days', async () => {
  await storeAnswers(anna, [answer('GET /v1/profile/children', now - 2 * day), answer('GET /v1/profile/events')], now)
  const old = await readCachedAnswers(now + 13 * day)
  expect(old).toEqual({ user: anna, answers: [answer('GET /v1/profile/events')] })
  expect(await readCachedAnswers(now + 14 * day + 1)).toBeNull()
})

/** Starts offline reading beside a cache that has an answer; returns when answers would have been written. */
async function readPage(context: { isImpersonating: boolean }): Promise<void> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['GET /v1/profile/events'], [])
  const written = vi.fn()
  startOffline({
    window: { navigator: {}, setTimeout: (write: () => void) => setTimeout(() => written(write())) },
    queryClient,
    session: {
      getSnapshot: () => ({ context: { user: anna, ...context }, matches: () => true, hasTag: () => false }),
      subscribe: () => undefined,
    },
    prefetchOffline: () => undefined,
    isLeaving: () => false,
    openPath: () => undefined,
  } as unknown as OfflineDependencies)
  queryClient.setQueryData(['GET /v1/profile/events'], [1])
  if (!context.isImpersonating) await vi.waitFor(() => expect(written).toHaveBeenCalled())
}

test('what a person reads is kept', async () => {
  await readPage({ isImpersonating: false })
  await vi.waitFor(async () => expect((await readCachedAnswers(Date.now()))?.answers).toMatchObject([{ data: [1] }]))
})

test('what an administrator reads as a person is not kept, and what was kept is deleted', async () => {
  await storeAnswers(anna, [answer('GET /v1/profile/children', Date.now())], Date.now())
  await readPage({ isImpersonating: true })
  await vi.waitFor(async () => expect(await readCachedAnswers(Date.now())).toBeNull())
})
