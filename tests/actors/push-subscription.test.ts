import { expect, test } from 'vitest'
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

test.each([
  ['has a subscription that the server has dropped', 'https://push.example/ended'],
  ['has none', null],
])('sends a new subscription of a browser that %s', async (_, endpoint) => {
  const sent: unknown[] = []
  const browser = browserWith(endpoint)
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
  const actor = createActor(machine).start()
  await waitFor(actor, (state) => state.matches('off'))
  actor.send({ type: 'push.enable' })
  await waitFor(actor, (state) => state.matches('on'))
  expect(sent).toEqual([{ endpoint: 'https://push.example/new/1', keys }])
})
