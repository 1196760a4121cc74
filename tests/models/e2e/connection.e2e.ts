import { eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema/identity.ts'
import { eventually, soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import { connectionPage } from '#tests/support/pages/connection-page.ts'
import { newPerson } from './fixtures/school.ts'
import { type ProductDriver, type ProductLevel, type ProductStage, signIn } from './test-server.ts'

type ReaderData = { person: Awaited<ReturnType<typeof newPerson>> }
type Stage = ProductStage<ReaderData>

const calls = { stream: 'GET /v1/profile/stream', probe: 'GET /healthz' }
const reports =
  (name: 'offline' | 'online'): ProductDriver<ReaderData> =>
  ({ page }) =>
    page.evaluate((event) => void window.dispatchEvent(new Event(event)), name)
const pass: ProductDriver<ReaderData> = ({ server }) => server.proxy.pass(calls.probe)
const cut: ProductDriver<ReaderData> = ({ server }) => server.proxy.cut(calls.probe)
/** The next state waits for it. */
const timePasses = () => undefined

/** A parent reads a page while its connection to the server opens, breaks and comes back. */
export const connectionEndToEnd: ProductLevel<ReaderData> = {
  open: async (server) => ({ person: await newPerson(server, { confirmed: false }) }),
  held: Object.values(calls),
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await stage.page.goto('/events')
    // The stream opens when the page has been at rest for some seconds.
    await stage.server.proxy.isHeld(calls.stream)
  },
  events: {
    'stream.opened': ({ server }) => server.proxy.open(calls.stream),
    'stream.lost': async ({ server }, { before }) => {
      if (before.matches({ online: 'live' })) server.proxy.interrupt(calls.stream)
      else await server.proxy.cut(calls.stream)
    },
    'stream.refused': unplayable('our server offers the stream to everyone who is signed in'),
    'stream.sessionEnded': async ({ server, data }, { before }) => {
      await server.database.delete(sessions).where(eq(sessions.userId, data.person.userId))
      if (before.matches({ online: 'opening' })) await server.proxy.open(calls.stream)
      else server.proxy.interrupt(calls.stream)
    },
    'call.unreached': unplayable('what the page reads is read when it opens; a story cuts a later call'),
    'network.lost': reports('offline'),
    'network.found': reports('online'),
    'connection.retry': ({ page }) => connectionPage(page).check.click(),
    'xstate.done.actor.probe': pass,
    'xstate.error.actor.probe': cut,
    'xstate.done.actor.probeAgain': pass,
    'xstate.error.actor.probeAgain': cut,
    'xstate.after.backoff.connection.pausing': timePasses,
    'xstate.after.streamPause.connection.degraded': unplayable('five minutes'),
    'xstate.after.probePause.connection.offline.waiting': timePasses,
  },
  unplayableSteps: [
    {
      why: 'an open stream that ends with the session is a lost one: only the next one is refused',
      is: ({ event, before }) => event.type === 'stream.sessionEnded' && before.matches({ online: 'live' }),
    },
  ],
  states: {
    'online.opening': async (stage) => {
      await stage.server.proxy.isHeld(calls.stream)
      await showsBar(stage, false)
    },
    'online.live': async (stage) => {
      await eventually(() => stage.server.proxy.log, 'the answers').toContain(`${calls.stream} 200`)
      await showsBar(stage, false)
    },
    checking: ({ server }) => server.proxy.isHeld(calls.probe),
    pausing: (stage) => showsBar(stage, false),
    degraded: (stage) => showsBar(stage, false),
    'offline.waiting': (stage) => showsBar(stage, true),
    'offline.probing': async (stage) => {
      await stage.server.proxy.isHeld(calls.probe)
      await showsBar(stage, true)
    },
    sessionEnded: ({ page }) => soon(page.getByLabel('Логин')).toBeVisible(),
  },
}

async function showsBar({ page }: Stage, isOffline: boolean): Promise<void> {
  await soon(connectionPage(page).dated).toHaveCount(isOffline ? 1 : 0)
}
