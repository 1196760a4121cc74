import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ChangedCalls } from '#contract/change-stream.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { type ConnectionDependencies, startConnection } from '#src/actors/connection.actors.ts'
import type { ConnectionActor } from '#src/machines/connection.ts'
import { anna } from '#tests/models/sample-users.ts'

const events = 'GET /v1/profile/events'
const children = 'GET /v1/profile/children'
const sessions = 'GET /v1/profile/session/list'

/** Starts the connection of a page whose server answers with a stream that the test writes. */
function startPage({
  isLeaving = false,
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
  const onActor = vi.fn<(actor: ConnectionActor) => void>()
  const document = { visibilityState: 'visible', addEventListener: () => undefined }
  const browser = {
    ...{ navigator: { onLine: true }, document, fetch },
    ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
    ...{ setTimeout, clearTimeout, setInterval, clearInterval },
  }
  startConnection(
    {
      window: browser,
      baseURL: '/api',
      queryClient,
      session: { getSnapshot: () => ({ context: { user: anna } }), subscribe: () => undefined, send: sent },
      recentRequests: { noted },
      dataFrom: null,
      isLeaving: () => isLeaving,
      screen: () => screen,
    } as unknown as ConnectionDependencies,
    onActor,
  )
  const write = (event: string, data: ChangedCalls | null) =>
    void stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const isOutdated = (call: string) => queryClient.getQueryState([call])?.isInvalidated
  const isOver = () => onActor.mock.calls[0]?.[0].getSnapshot().status === 'done'
  return { fetch, sent, write, isOutdated, isOver, queryClient, document }
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
