import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { fixedClock } from '#src/app/clock.ts'
import { watchProviderCheck } from '#src/app/session/provider-check.ts'

const dueAt = Date.parse('2026-10-14T09:30:00Z')
type Loading = { fromLocation?: { pathname: string }; toLocation: { pathname: string }; pathChanged: boolean }
type State = { now?: number; mutations?: number; isOffline?: boolean }

/** Whether opening a page reports that the provider is due to be asked. */
function reports(loading: Partial<Loading>, { now = dueAt, mutations = 0, isOffline = false }: State = {}): boolean {
  const send = vi.fn()
  let load: (event: Loading) => void = () => undefined
  const subscribe = (_: string, listener: typeof load) => {
    load = listener
    return () => undefined
  }
  watchProviderCheck({
    dueAt,
    clock: fixedClock(now),
    router: { subscribe: subscribe as never, history: createMemoryHistory() },
    session: { send },
    queryClient: { isMutating: () => mutations },
    isOffline: () => isOffline,
  })
  const usual = { fromLocation: { pathname: '/events' }, toLocation: { pathname: '/schedule' }, pathChanged: true }
  load({ ...usual, ...loading } as Loading)
  if (send.mock.calls.length > 0) expect(send.mock.calls).toEqual([[{ type: 'provider.checkDue' }]])
  return send.mock.calls.length > 0
}

test('another page is opened as a document once the provider is due to be asked', () => {
  expect(reports({})).toBe(true)
  expect(reports({}, { now: dueAt - 1 })).toBe(false)
})

test('not for the first page, a dialog or a filter', () => {
  expect(reports({ fromLocation: undefined as never })).toBe(false)
  expect(reports({ pathChanged: false })).toBe(false)
})

test('not from or to a purchase, without a connection, or while something is being saved', () => {
  const purchase = { pathname: '/catalog/1/purchase' }
  expect(reports({ fromLocation: purchase })).toBe(false)
  expect(reports({ toLocation: purchase })).toBe(false)
  expect(reports({ toLocation: { pathname: '/catalog/1' } })).toBe(true)
  expect(reports({}, { isOffline: true })).toBe(false)
  expect(reports({}, { mutations: 1 })).toBe(false)
})
