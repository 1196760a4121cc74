import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ChangedCalls } from '#contract/change-stream.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { type ConnectionDependencies, startConnection } from '#src/actors/connection.actors.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { CallMutationMeta } from '#src/api/call-mutation.ts'
import type { ConnectionActor } from '#src/machines/connection.ts'
import { notificationsMachine } from '#src/machines/notifications.ts'
import { anna } from '#tests/models/sample-users.ts'

const events = 'GET /v1/profile/events'
const children = 'GET /v1/profile/children'
const sessions = 'GET /v1/profile/session/list'

/** Starts the connection of a page whose server answers with a stream that the test writes. */
function startPage({
  isLeaving = false,
  isReadElsewhere = false,
  user = { ...anna, isLoggedAs: false },
  isRefused = false,
  screen = screens.schedule as Screen,
  noted = [] as { requestId: string; call: string }[],
} = {}) {
  const { readable, writable } = new TextEncoderStream()
  const stream = writable.getWriter()
  const fetch = vi.fn(async () =>
    isRefused
      ? new Response(null, { status: 429 })
      : new Response(readable, { headers: { 'content-type': 'text/event-stream' } }),
  )
  const queryClient = new QueryClient()
  for (const call of [events, children, sessions]) queryClient.setQueryData([call], [])
  const sent = vi.fn()
  const onReadAfter = vi.fn()
  const notifications = createActor(notificationsMachine).start()
  onTestFinished(() => void notifications.stop())
  const onActor = vi.fn<(actor: ConnectionActor) => void>()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  // The tab that reads the stream has the lock.
  const request = (_: string, options: object, run: (lock: object | null) => unknown) =>
    'ifAvailable' in options ? run(null) : new Promise(() => undefined)
  const navigator = { onLine: true, ...(isReadElsewhere && { locks: { request } }) }
  const signedIn = { user: user as typeof user | null, isImpersonating: user.isLoggedAs }
  const changed: (() => void)[] = []
  const browser = {
    navigator,
    document,
    fetch,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
  }
  startConnection(
    {
      window: browser,
      baseURL: '/api',
      queryClient,
      session: {
        getSnapshot: () => ({ context: signedIn, hasTag: () => false }),
        subscribe: (listener: () => void) => changed.push(listener),
        send: sent,
      },
      notifications,
      recentRequests: { noted },
      lastChangeId: 'document',
      onReadAfter,
      isLeaving: () => isLeaving,
      screen: () => screen,
    } as unknown as ConnectionDependencies,
    onActor,
  )
  const write = (event: string, data: ChangedCalls | null) =>
    void stream.write(`id: 1\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const signOut = () => {
    signedIn.user = null
    for (const listener of changed) listener()
  }
  const isOutdated = (call: string) => queryClient.getQueryState([call])?.isInvalidated
  const isOver = () => onActor.mock.calls[0]?.[0].getSnapshot().status === 'done'
  const toasts = () => notifications.getSnapshot().context.shown.map(({ kind }) => kind)
  return { fetch, sent, onReadAfter, write, isOutdated, isOver, queryClient, document, toasts, noted, signOut }
}

test('the stream is read for the user whom the page shows', async () => {
  const { fetch } = startPage()
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  const headers = expect.objectContaining({ 'X-Acting-User': anna.id, Accept: 'text/event-stream' })
  expect(fetch).toHaveBeenCalledWith('/api/v1/profile/stream', expect.objectContaining({ headers }))
})

test('a change makes answers outdated, except those that the own call has invalidated', async () => {
  const page = startPage({ noted: [{ requestId: 'own', call: 'DELETE /v1/profile/session/{id}' }] })
  page.write('opened', null)
  page.write('changed', { calls: [sessions, events], by: 'own' })
  page.write('changed', { calls: [children], by: 'other' })
  await vi.waitFor(() => expect(page.isOutdated(children)).toBe(true))
  expect([sessions, events].map(page.isOutdated)).toEqual([false, true])
})

test('what a change demands of later reads is known before they begin', async () => {
  const page = startPage()
  page.write('opened', null)
  page.write('changed', { calls: [children], by: null, after: '731' })
  page.write('changed', { calls: [events], by: null })
  await vi.waitFor(() => expect(page.onReadAfter.mock.calls).toEqual([['731']]))
  expect(page.isOutdated(children)).toBe(false)
})

test('an own change that is announced before its answer is not read twice', async () => {
  const page = startPage()
  page.write('changed', { calls: [sessions, events], by: 'own' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  page.noted.push({ requestId: 'own', call: 'DELETE /v1/profile/session/{id}' })
  await vi.waitFor(() => expect(page.isOutdated(events)).toBe(true))
  expect(page.isOutdated(sessions)).toBe(false)
})

test('a tab that does not read the stream asks once for what has changed since its document', async () => {
  const page = startPage({ isReadElsewhere: true })
  page.write('changed', { calls: [children], by: null })
  page.write('opened', null)
  await vi.waitFor(() => expect(page.isOutdated(children)).toBe(true))
  const headers = expect.objectContaining({ 'Last-Event-ID': 'document' })
  expect(page.fetch.mock.calls).toEqual([['/api/v1/profile/stream', expect.objectContaining({ headers })]])
  expect(page.isOutdated(events)).toBe(false)
})

test('a tab that cannot learn what has changed since its document reads everything again', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => random.mockRestore())
  const page = startPage({ isReadElsewhere: true, isRefused: true })
  await vi.waitFor(() => expect([children, events].map(page.isOutdated)).toEqual([true, true]))
})

test('changes for a person who has left are not applied, also not when the page is seen again', async () => {
  const page = startPage()
  page.document.visibilityState = 'hidden'
  page.write('changed', { calls: [children], by: null })
  await vi.waitFor(() => expect(page.fetch).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 200))
  page.signOut()
  page.document.visibilityState = 'visible'
  page.document.dispatchEvent(new Event('visibilitychange'))
  expect(page.isOutdated(children)).toBe(false)
})

test('the end of a visit to another account loads the page again: the administrator is still signed in', async () => {
  const page = startPage({ user: { ...anna, isLoggedAs: true } })
  page.write('session-ended', null)
  await vi.waitFor(() => expect(page.sent).toHaveBeenCalledWith({ type: 'call.answeredForAnother' }))
})

test('the end of the session signs the page out', async () => {
  const page = startPage()
  page.write('session-ended', null)
  await vi.waitFor(() => expect(page.sent).toHaveBeenCalledWith({ type: 'stream.sessionEnded' }))
})

test.each([
  ['is leaving by itself', { isLeaving: true }],
  ['shows that a change was disowned', { screen: screens['not-me'] }],
])('the end of the session does not sign out a page that %s', async (_, options) => {
  const page = startPage(options)
  page.write('session-ended', null)
  await vi.waitFor(() => expect(page.isOver()).toBe(true))
  expect(page.sent).not.toHaveBeenCalled()
})

test('where the stream is refused, a visible page asks again every minute, for ten minutes after the last press', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { queryClient, document } = startPage({ isRefused: true })
  const answer = vi.fn(async () => [])
  const options = { queryKey: [events], queryFn: answer, refetchOnMount: false }
  const observer = new QueryObserver(queryClient, options)
  onTestFinished(observer.subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(125_000)
  expect(answer).toHaveBeenCalledTimes(2)
  document.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(120_000)
  expect(answer).toHaveBeenCalledTimes(2)
  document.visibilityState = 'visible'
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  expect(answer).toHaveBeenCalledTimes(6)
})

describe('A mutation that fails', () => {
  const broken = new ApiError('internal-error', 500, null)

  /** Presses a button whose component is used as `then` says before the answer comes. */
  async function press(
    { queryClient }: ReturnType<typeof startPage>,
    error: Error,
    then: (component: { leave: () => void; pressAgain: () => void }) => void,
    meta: CallMutationMeta = { handlesError: true },
  ) {
    const fails: (() => void)[] = []
    const mutationFn = () => new Promise<never>((_, reject) => fails.push(() => reject(error)))
    const observer = new MutationObserver(queryClient, { mutationFn, meta })
    const leave = observer.subscribe(() => undefined)
    const answers = [observer.mutate().catch(() => null)]
    await vi.waitFor(() => expect(fails).toHaveLength(1))
    then({ leave, pressAgain: () => void answers.push(observer.mutate().catch(() => null)) })
    await vi.waitFor(() => expect(fails).toHaveLength(answers.length))
    for (const fail of fails) fail()
    await Promise.all(answers)
  }

  test('after its page was left is shown by a toast, several by one', async () => {
    const page = startPage()
    await press(page, broken, ({ leave }) => leave())
    await press(page, new TypeError('no canvas'), ({ leave }) => leave())
    expect(page.toasts()).toEqual(['notSaved'])
  })

  test('is shown by its page while that is open', async () => {
    const page = startPage()
    await press(page, broken, () => undefined)
    await press(page, broken, ({ pressAgain }) => pressAgain())
    expect(page.toasts()).toEqual([])
  })

  test.each<[string, Error, CallMutationMeta?]>([
    ['that the query client reports', broken, {}],
    ['that is silent', broken, { handlesError: true, optional: true }],
    ['because the session has ended', new ApiError('unauthenticated', 401, null)],
    ['because leaving has cancelled the second factor', new ApiError('two-factor-required', 428, null)],
    ['because it was cancelled', new DOMException('', 'AbortError')],
  ])('after its page was left causes no toast: %s', async (_, error, meta) => {
    const page = startPage()
    await press(page, error, ({ leave }) => leave(), meta)
    expect(page.toasts()).toEqual([])
  })
})
