import type { ConnectionEvent } from '#src/machines/connection.ts'
import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { connectionPage } from '#tests/support/pages/connection-page.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'
import { profileState } from './app/profile-state.ts'
import { connectionModel } from './connection.model.ts'
import { anna } from './sample-users.ts'

const call = 'GET /healthz'
const signIn = 'GET /v1/auth/redirect-to-oauth-provider'
const start = '/events'

export function connectionInBrowser(pool: BrowserPool): Level<BrowserStage> {
  const answers = byEnvironment(({ network }) => {
    // What was unreached is loaded again.
    network.allowReads()
    return network.answer(call, json({}))
  })
  const isSilent = byEnvironment(({ network }) => network.answer(call, 'offline'))
  return inBrowser(pool, connectionModel, {
    start,
    state: () => profileState(anna),
    calls: { stream: null, poll: null, probe: () => ({ call }), probeAgain: () => ({ call }) },
    address: () => start,
    lostOnReload: {
      'online.live': 'a new page opens the stream anew',
      checking: 'a new page opens the stream anew',
      pausing: 'a new page opens the stream anew',
      degraded: 'a new page opens the stream anew',
      'offline.waiting': 'the browser reports the network to a new page',
      'offline.probing': 'the browser reports the network to a new page',
      sessionEnded: 'a new page is that of a visitor',
    },
    // The code is loaded when the page has been at rest for three seconds; an endless answer cannot be scripted.
    enter: async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      const opened = page.waitForRequest('**/api/v1/profile/stream')
      await passTime(page, 3000)
      await opened
    },
    events: {
      'stream.opened': sends('stream.opened'),
      'stream.lost': sends('stream.lost'),
      'stream.refused': sends('stream.refused'),
      // Without an address of a sign-in the page stays, as that of a visitor.
      'stream.sessionEnded': byEnvironment(async (stage, step) => {
        stage.network.allowReads()
        stage.network.expect({ call: signIn, query: { from_url: start } }, { reply: json({ location: '' }) })
        await send(stage, step.event.type as ConnectionEvent['type'])
      }),
      'call.unreached': sends('call.unreached'),
      'network.lost': happens('offline'),
      'network.found': happens('online'),
      'connection.retry': byUser(({ page, press }) => press(connectionPage(page).check)),
      'xstate.done.actor.probe': answers,
      'xstate.error.actor.probe': isSilent,
      'xstate.done.actor.probeAgain': answers,
      'xstate.error.actor.probeAgain': isSilent,
      'xstate.after.backoff.connection.pausing': byEnvironment(({ page }) => passTime(page, 2000)),
      'xstate.after.streamPause.connection.degraded': byEnvironment(({ page }) => passTime(page, 300_000)),
      'xstate.after.probePause.connection.offline.waiting': byEnvironment(({ page }) => passTime(page, 5000)),
    },
    states: {
      'online.opening': (stage) => showsBar(stage, { offline: false }),
      'online.live': (stage) => showsBar(stage, { offline: false }),
      checking: (stage) => showsBar(stage, { offline: false }),
      pausing: (stage) => showsBar(stage, { offline: false }),
      degraded: (stage) => showsBar(stage, { offline: false }),
      'offline.waiting': (stage) => showsBar(stage, { offline: true }),
      'offline.probing': (stage) => showsBar(stage, { offline: true }),
      sessionEnded: ({ page }) => soon(shellPage(page).userMenu).toHaveCount(0),
    },
  })
}

type RouterOnWindow = {
  __TSR_ROUTER__: { options: { context: { connection: { send: (event: ConnectionEvent) => void } } } }
}

const sends = (type: ConnectionEvent['type']) => byEnvironment((stage) => send(stage, type))

async function send({ page }: BrowserStage, type: ConnectionEvent['type']): Promise<void> {
  await page.evaluate(
    (sent) => (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context.connection.send({ type: sent }),
    type,
  )
}

function happens(name: 'offline' | 'online') {
  return byEnvironment(({ page }) => page.evaluate((event) => void window.dispatchEvent(new Event(event)), name))
}

async function showsBar({ page }: BrowserStage, { offline }: { offline: boolean }): Promise<void> {
  await soon(page.getByRole('heading', { level: 1 })).toBeVisible()
  await soon(connectionPage(page).dated).toHaveCount(offline ? 1 : 0)
}
