import { CancelledError } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { promiseActor } from '#src/actors/promise-actor.ts'

afterEach(() => vi.unstubAllGlobals())

/** The error of an actor whose call ended with this error. */
async function errorAfter(error: Error): Promise<unknown> {
  const actor = createActor(promiseActor(() => Promise.reject(error)))
  actor.subscribe({ error: () => undefined })
  actor.start()
  const { error: stored } = await waitFor(actor, ({ status }) => status !== 'active').catch(() => actor.getSnapshot())
  return stored
}

test('an unexpected error is reported, and the machine continues as after an unknown failure', async () => {
  const reportError = vi.fn()
  vi.stubGlobal('reportError', reportError)
  const error = new TypeError('queryLocalFonts is not a function')
  expect(await errorAfter(error)).toEqual({ type: 'unknown', refusal: 'unknown', triesLeft: null, retryAfter: null })
  expect(reportError).toHaveBeenCalledExactlyOnceWith(error)
})

test('a query that was cancelled because its page was left is not reported', async () => {
  const reportError = vi.fn()
  vi.stubGlobal('reportError', reportError)
  expect(await errorAfter(new CancelledError())).toMatchObject({ type: 'unknown' })
  expect(reportError).not.toHaveBeenCalled()
})

test('on the server, which reports no errors of pages, an unexpected error stays what it is', async () => {
  vi.stubGlobal('reportError', undefined)
  const error = new TypeError('queryLocalFonts is not a function')
  expect(await errorAfter(error)).toBe(error)
})
