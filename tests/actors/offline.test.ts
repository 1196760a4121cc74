import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { type OfflineDependencies, startOffline } from '#src/actors/offline.actors.ts'
import { anna } from '#tests/models/sample-users.ts'

/** Starts offline reading for a signed-in user in a browser with this navigator and no IndexedDB. */
function startIn(
  navigator: object,
  send: (event: object) => void = () => undefined,
  menuFetched: Promise<void> = Promise.resolve(),
) {
  const prefetchOffline = vi.fn()
  const snapshot = {
    context: { user: anna, isImpersonating: false },
    matches: () => true,
    hasTag: () => false,
  }
  startOffline({
    window: { navigator, isSecureContext: true, setTimeout },
    queryClient: new QueryClient(),
    session: { getSnapshot: () => snapshot, subscribe: () => undefined },
    notifications: { send },
    menuFetched,
    prefetchOffline,
    isLeaving: () => false,
    openPath: () => undefined,
  } as unknown as OfflineDependencies)
  return prefetchOffline
}

const workers = (rest: object) => ({ serviceWorker: Object.assign(new EventTarget(), rest) })
const register = (answer: () => unknown) => workers({ register: answer })

const navigators: Record<string, object> = {
  'has no workers': {},
  'forbids to read them': {
    get serviceWorker(): never {
      throw new DOMException('Forbidden', 'SecurityError')
    },
  },
  'throws at the registration': register(() => {
    throw new TypeError('Forbidden')
  }),
  'refuses the registration': register(() => Promise.reject(new DOMException('Forbidden', 'SecurityError'))),
  'answers the registration with nothing': register(async () => undefined),
  'has a worker, but no IndexedDB': register(async () => new EventTarget()),
}

test.for(Object.keys(navigators))(
  'a browser that %s reads nothing ahead and shows no error',
  async (name, { onTestFinished }) => {
    const errors: unknown[] = []
    const note = (error: unknown) => void errors.push(error)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const prefetchOffline = startIn(navigators[name] ?? {})
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(errors).toEqual([])
    expect(prefetchOffline).not.toHaveBeenCalled()
  },
)

test('the worker, which fetches all files, is registered when the pages of the menu are fetched', async () => {
  const fetched = Promise.withResolvers<void>()
  const registering = vi.fn(async () => undefined)
  startIn(register(registering), undefined, fetched.promise)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(registering).not.toHaveBeenCalled()
  fetched.resolve()
  await vi.waitFor(() => expect(registering).toHaveBeenCalled())
})

/** A worker of a new release that is being installed. */
class Installing extends EventTarget {
  state = 'installing'
  finish() {
    this.state = 'installed'
    this.dispatchEvent(new Event('statechange'))
  }
}

test.for([
  ['announced to a page of the previous release', {}, 1],
  ['not announced to the first page of a browser', null, 0],
] as const)('a new release is %s', async ([, controller, announcements]) => {
  const send = vi.fn()
  const installing = new Installing()
  const registration = Object.assign(new EventTarget(), { installing, waiting: null })
  startIn(workers({ register: async () => registration, controller }), send)
  await vi.waitFor(() => {
    registration.dispatchEvent(new Event('updatefound'))
    installing.finish()
    expect(send).toHaveBeenCalledTimes(announcements)
    installing.state = 'activated'
  })
  const announcement = { type: 'notification.show', kind: 'releaseReady', tone: 'info' }
  expect(send.mock.calls).toEqual(announcements === 0 ? [] : [[announcement]])
})

test('the next page activates the release that waits', async () => {
  const postMessage = vi.fn()
  const registration = Object.assign(new EventTarget(), { waiting: { postMessage } })
  startIn(workers({ register: async () => registration }))
  await vi.waitFor(() => expect(postMessage.mock.calls).toEqual([['skip-waiting']]))
})
