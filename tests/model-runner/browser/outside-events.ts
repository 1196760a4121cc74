import type { BrowserContext, Page } from 'playwright'
import type { SessionEvent } from '#src/machines/session-setup.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { BrowserStage } from './browser-stage.ts'
import { type Doing, world } from './drivers.ts'
import { eventually } from './polling.ts'
import type { Reply } from './scripted-network.ts'

function heardIn(page: Page): Promise<unknown[]> {
  return page.evaluate(() => window.watch.heard)
}

/** Asserts that this tab has sent a message to the other tabs. */
export async function hasToldOtherTabs({ page }: BrowserStage, message: object): Promise<void> {
  await eventually(() => heardIn(page)).toContainEqual(message)
}

/** Sends a message from a second tab, and waits until this tab has received it. */
export async function otherTabSays({ context, page, origin }: BrowserStage, message: object): Promise<void> {
  const tab = context.pages().find((one) => one !== page) ?? (await openEmptyTab(context))
  await tab.goto(origin, { waitUntil: 'commit' })
  await tab.evaluate((data) => new BroadcastChannel('personal-account').postMessage(data), message)
  await eventually(() => heardIn(page)).toContainEqual(message)
}

/** A page of the app's origin without the app. */
async function openEmptyTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  const body = '<!doctype html><title>Другая вкладка</title>'
  await tab.route('**', (route) => route.fulfill({ contentType: 'text/html', body }))
  return tab
}

type RouterOnWindow = {
  __TSR_ROUTER__: {
    /** The router is also idle before the first page is loaded, when nothing is resolved. */
    state: { status: 'idle' | 'pending'; resolvedLocation?: object }
    options: {
      context: {
        session: { send: (event: SessionEvent) => void }
        queryClient: {
          fetchQuery: (query: object) => Promise<unknown>
          isFetching: () => number
          invalidateQueries: (which: object) => Promise<void>
        }
      }
    }
    history: { push: (address: string) => void }
  }
}

/** Sends an event that has no control in this state, through the router on `window`, which holds the session. */
export async function tellSession({ page }: BrowserStage, event: SessionEvent): Promise<void> {
  await page.evaluate(
    (told) => (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context.session.send(told),
    event,
  )
}

/**
 * Changes the URL. If it is the previous or next history entry, the browser’s own button is used;
 * otherwise a link of the app. Time has passed by then, so cached data is stale.
 */
export function goesTo(addressOf: (step: Step) => string): Doing {
  return world(async (stage, step) => {
    const { page, edge, origin } = stage
    const address = addressOf(step)
    await rests(stage)
    const { before, after } = await page.evaluate(neighbours)
    await page.evaluate(() => {
      const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
      void queryClient.invalidateQueries({ refetchType: 'none' })
    })
    edge.renew()
    if (before === origin + address) await page.goBack({ waitUntil: 'commit' })
    else if (after === origin + address) await page.goForward({ waitUntil: 'commit' })
    else await page.evaluate((to) => (window as unknown as RouterOnWindow).__TSR_ROUTER__.history.push(to), address)
  })
}

/** Waits until the page is rendered and has all responses, except those that the path holds. */
async function rests({ page, edge }: BrowserStage): Promise<void> {
  if (edge.isWaitedFor()) return
  const isAtRest = page.waitForFunction(
    () => {
      const { state, options } = (window as unknown as RouterOnWindow).__TSR_ROUTER__
      const isDrawn = document.querySelector('h1') !== null && state.resolvedLocation !== undefined
      return isDrawn && state.status === 'idle' && options.context.queryClient.isFetching() === 0
    },
    undefined,
    { timeout: 5_000 },
  )
  // A page that never stops its requests fails later, by the requests themselves.
  await isAtRest.catch(() => undefined)
}

/** The previous and the next URL of the history of this tab. Runs in the page. */
export function neighbours(): { before: string | null; after: string | null } {
  const entries = window.navigation.entries()
  const here = window.navigation.currentEntry?.index ?? 0
  return { before: entries[here - 1]?.url ?? null, after: entries[here + 1]?.url ?? null }
}

/** Makes the page refetch a query that it shows. */
export async function looksAgain({ page }: BrowserStage, call: string): Promise<void> {
  await page.evaluate((address) => {
    const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
    void queryClient.invalidateQueries({ queryKey: [address] })
  }, call)
}

const someCall = 'GET /v1/profile/session/list'

/** Fails a call of the app, independent of the page: through the app's query cache and `fetch`. */
export async function someCallAnswers({ page, edge }: BrowserStage, reply: Reply): Promise<void> {
  edge.expect({ call: someCall }, { reply })
  await page.evaluate((address) => {
    const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
    void queryClient.fetchQuery({ queryKey: [address], retry: false }).catch(() => null)
  }, someCall)
  await edge.holds(someCall)
}
