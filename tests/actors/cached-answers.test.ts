import { QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import { type OfflineDependencies, startOffline } from '#src/actors/offline.actors.ts'
import {
  type CachedAnswer,
  forgetAnswers,
  openCachedAnswers,
  readCachedAnswers,
  storeAnswers,
} from '#src/storage/cached-answers.ts'
import { anna } from '#tests/models/sample-users.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const day = 24 * 60 * 60_000
const boris = { ...anna, id: '00000000-0000-4000-8000-0000000000b0' }
const answer = (name: string, at = now) => ({ queryKey: [name], data: { name }, at }) as unknown as CachedAnswer

async function store(user: Profile, some: readonly CachedAnswer[], at: number): Promise<void> {
  await storeAnswers({ user, owner: await openCachedAnswers(user, at) }, some, at)
}

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
  await store(anna, [answer('GET /v1/profile/events'), answer('GET /v1/profile/children')], now)
  const kept = await readCachedAnswers(now)
  expect(kept?.user).toEqual(anna)
  expect(kept?.answers).toEqual(expect.arrayContaining([answer('GET /v1/profile/children')]))
  expect(kept?.answers).toHaveLength(2)
})

test('answers of another person are deleted first', async () => {
  await store(anna, [answer('GET /v1/profile/events')], now)
  await store(boris, [answer('GET /v1/profile/children')], now)
  expect(await readCachedAnswers(now)).toEqual({ user: boris, answers: [answer('GET /v1/profile/children')] })
})

test.each([
  ['has left', () => forgetAnswers()],
  ['has left, and another one has come', () => openCachedAnswers(boris, now)],
  ['has lost a role', () => openCachedAnswers({ ...anna, roles: anna.roles.slice(1) }, now)],
])('a page of a person who %s stores nothing any more', async (_, leave) => {
  const owner = await openCachedAnswers(anna, now)
  const left = leave()
  await storeAnswers({ user: anna, owner }, [answer('GET /v1/profile/events')], now)
  await left
  expect((await readCachedAnswers(now))?.answers ?? []).toEqual([])
})

test('answers stay for a person with one more role, and are deleted for one with one role less', async () => {
  await store(anna, [answer('GET /v1/profile/events')], now)
  await openCachedAnswers({ ...anna, roles: [...anna.roles, { name: 'student' }] }, now)
  expect((await readCachedAnswers(now))?.answers).toHaveLength(1)
  await openCachedAnswers(anna, now)
  expect((await readCachedAnswers(now))?.answers).toEqual([])
})

test('answers are kept for 14 days', async () => {
  await store(anna, [answer('GET /v1/profile/children', now - 2 * day), answer('GET /v1/profile/events')], now)
  const old = await readCachedAnswers(now + 13 * day)
  expect(old).toEqual({ user: anna, answers: [answer('GET /v1/profile/events')] })
  expect(await readCachedAnswers(now + 14 * day + 1)).toBeNull()
})

/** Starts offline reading beside a cache that has an answer; returns when answers would have been written. */
async function readPage(context: { isImpersonating: boolean }) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { meta: { offline: 'events' } } } })
  queryClient.setQueryData(['GET /v1/profile/events'], [])
  queryClient
    .getQueryCache()
    .build(queryClient, { queryKey: ['GET /v1/learning/unseen'], meta: {} })
    .setData([7])
  let user = anna
  const changed: (() => void)[] = []
  startOffline({
    window: { navigator: {}, setTimeout },
    queryClient,
    session: {
      getSnapshot: () => ({ context: { user, ...context }, matches: () => true, hasTag: () => false }),
      subscribe: (listener: () => void) => changed.push(listener),
    },
    menuFetched: Promise.resolve(),
    prefetchOffline: () => undefined,
    isLeaving: () => false,
    openPath: () => undefined,
  } as unknown as OfflineDependencies)
  const setRoles = (roles: typeof anna.roles) => {
    user = { ...anna, roles }
    for (const listener of changed) listener()
  }
  return { queryClient, setRoles }
}

const storedData = async () => (await readCachedAnswers(Date.now()))?.answers.map(({ data }) => data)

test('what a person has read is kept at once, and what they read later', async () => {
  const { queryClient } = await readPage({ isImpersonating: false })
  await vi.waitFor(async () => expect(await storedData()).toEqual([[]]))
  expect((await readCachedAnswers(Date.now()))?.answers).toMatchObject([{ screen: 'events' }])
  queryClient.setQueryData(['GET /v1/profile/events'], [1])
  await vi.waitFor(async () => expect(await storedData()).toEqual([[1]]))
})

test('what a person has read in a role that is taken away is deleted, and not stored again', async () => {
  const { queryClient, setRoles } = await readPage({ isImpersonating: false })
  await vi.waitFor(async () => expect(await storedData()).toEqual([[]]))
  await new Promise((resolve) => setTimeout(resolve, 5))
  setRoles(anna.roles.slice(1))
  await vi.waitFor(async () => expect(await storedData()).toEqual([]))
  queryClient.setQueryData(['GET /v1/profile/children'], [2])
  await vi.waitFor(async () => expect(await storedData()).toEqual([[2]]))
})

test('what an administrator reads as a person is not kept, and what was kept is deleted', async () => {
  await store(anna, [answer('GET /v1/profile/children', Date.now())], Date.now())
  await readPage({ isImpersonating: true })
  await vi.waitFor(async () => expect(await readCachedAnswers(Date.now())).toBeNull())
})
