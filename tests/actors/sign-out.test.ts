import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { FlowDependencies } from '#src/actors/flow-dependencies.ts'
import { anna } from '#tests/models/sample-users.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const page = '/api/v1/auth/logout/one-time-link'

/** A stored page of answers of Anna, in a browser whose timers fire at once. */
async function browserWithAnswers() {
  const stored = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('localStorage', localStorage)
  const answers = await import('#src/storage/cached-answers.ts')
  await answers.openCachedAnswers(anna, now)
  expect(await answers.readCachedAnswers(now)).toEqual({ user: anna, answers: [] })
  return { localStorage, sessionStorage: localStorage, setTimeout: (run: () => void) => setTimeout(run) }
}

async function signOut(browser: object): Promise<unknown> {
  const { provideAuthFlows } = await import('#src/actors/auth.actors.ts')
  const replacePage = vi.fn()
  const dependencies = { browser: () => browser, http: async () => ({ url: page }), replacePage }
  const actor = createActor(provideAuthFlows(dependencies as unknown as FlowDependencies).signOut).start()
  await waitFor(actor, ({ status }) => status === 'done')
  return replacePage.mock.calls.at(-1)?.[1]
}

/** The answers that the next document reads. */
async function answersAfterReload() {
  vi.resetModules()
  return (await import('#src/storage/cached-answers.ts')).readCachedAnswers(now)
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  return () => vi.resetModules()
})

test.each([
  ['hangs', () => ({})],
  [
    'fails',
    () => {
      throw new DOMException('Broken', 'UnknownError')
    },
  ],
])('a sign-out ends and hides the stored answers when their deletion %s', async (_, open) => {
  const browser = await browserWithAnswers()
  const working = indexedDB
  vi.resetModules()
  vi.stubGlobal('indexedDB', { open })
  expect(await signOut(browser)).toEqual({ location: page })
  vi.stubGlobal('indexedDB', working)
  expect(await answersAfterReload()).toBeNull()
})

test('answers are read again after the same person has signed in', async () => {
  const browser = await browserWithAnswers()
  await signOut(browser)
  expect(await answersAfterReload()).toBeNull()
  browser.localStorage.setItem('answers_deletion_pending', '')
  const { openCachedAnswers, readCachedAnswers } = await import('#src/storage/cached-answers.ts')
  await openCachedAnswers(anna, now)
  expect(await readCachedAnswers(now)).toEqual({ user: anna, answers: [] })
})
