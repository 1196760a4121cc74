import { expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { FlowDependencies } from '#src/actors/flow-dependencies.ts'
import { providePushSubscription } from '#src/actors/push-subscription.actors.ts'

const keys = { p256dh: 'p', auth: 'a' }

/** A browser whose push service gives the same subscription until it is ended, as browsers do. */
function browserWith(first: string | null) {
  let made = 0
  const create = (endpoint: string) => ({
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      current = null
      return true
    },
  })
  let current = first === null ? null : create(first)
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      made += 1
      current ??= create(`https://push.example/new/${made}`)
      return current
    },
  }
  const registration = { pushManager }
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  }
  return {
    navigator: { serviceWorker, userAgent: '' },
    Notification: { permission: 'granted', requestPermission: async () => 'granted' },
    PushManager: class {},
    document: new EventTarget(),
    setTimeout: () => 0,
  }
}

/** The machine in this browser, what it sends to the server, and the errors that it reports. */
function startIn(browser: ReturnType<typeof browserWith>) {
  const sent: unknown[] = []
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const queryClient = {
    getQueryData: () => ({ publicKey: 'AAAA', devices: [] }),
    getQueryCache: () => ({ subscribe: () => () => undefined }),
    invalidateQueries: async () => undefined,
  }
  const http = async (_call: string, { body }: { body: unknown }) => void sent.push(body)
  const machine = providePushSubscription({
    browser: () => browser,
    http,
    queryClient,
    report: () => undefined,
  } as unknown as FlowDependencies)
  return { actor: createActor(machine).start(), sent, reported }
}

test.each([
  ['has a subscription that the server has dropped', 'https://push.example/ended'],
  ['has none', null],
])('sends a new subscription of a browser that %s', async (_, endpoint) => {
  const { actor, sent } = startIn(browserWith(endpoint))
  await waitFor(actor, (state) => state.matches('off'))
  actor.send({ type: 'push.enable' })
  await waitFor(actor, (state) => state.matches('on'))
  expect(sent).toEqual([{ endpoint: 'https://push.example/new/1', keys }])
})

const broken = (): never => {
  throw new TypeError('Illegal invocation')
}

test('works without the permissions that the browser refuses to return', async () => {
  const browser = browserWith(null)
  Object.assign(browser.navigator, { permissions: { query: broken } })
  const { actor } = startIn(browser)
  await waitFor(actor, (state) => state.matches('off'))
  actor.send({ type: 'push.enable' })
  await waitFor(actor, (state) => state.matches('on'))
})

test('a browser that throws when it is looked at has no notifications, and the error is reported', async () => {
  const browser = browserWith(null)
  browser.navigator.serviceWorker.getRegistration = broken
  const { actor, reported } = startIn(browser)
  await waitFor(actor, (state) => state.matches('unsupported'))
  expect(reported).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError))
})

test('a question that throws is reported, and the next press asks again', async () => {
  const browser = browserWith(null)
  const { actor, reported } = startIn(browser)
  const { requestPermission } = browser.Notification
  browser.Notification.requestPermission = broken
  await waitFor(actor, (state) => state.matches('off'))
  actor.send({ type: 'push.enable' })
  const { context } = await waitFor(actor, (state) => state.matches('off'))
  expect(context.failure).toEqual({ type: 'unknown' })
  expect(reported).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError))
  browser.Notification.requestPermission = requestPermission
  actor.send({ type: 'push.enable' })
  await waitFor(actor, (state) => state.matches('on'))
})

test('a push service that throws counts as one that has not answered, and the next press asks it again', async () => {
  const browser = browserWith(null)
  const { actor } = startIn(browser)
  const { register } = browser.navigator.serviceWorker
  browser.navigator.serviceWorker.register = broken
  await waitFor(actor, (state) => state.matches('off'))
  actor.send({ type: 'push.enable' })
  const { context } = await waitFor(actor, (state) => state.matches('off'))
  expect(context.failure).toEqual({ type: 'push-service' })
  browser.navigator.serviceWorker.register = register
  actor.send({ type: 'push.enable' })
  await waitFor(actor, (state) => state.matches('on'))
})
