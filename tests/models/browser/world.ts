import type { BrowserContext, Page } from 'playwright'
import type { SessionEvent } from '#src/machines/session-setup.ts'
import type { Step } from '#tests/models/replay.ts'
import { type Doing, world } from './doing.ts'
import type { Reply } from './network-edge.ts'
import { eventually } from './patience.ts'
import type { BrowserStage } from './stage.ts'

function heardIn(page: Page): Promise<unknown[]> {
  return page.evaluate(() => window.watch.heard)
}

/** This tab has told the others. */
export async function hasToldOtherTabs({ page }: BrowserStage, message: object): Promise<void> {
  await eventually(() => heardIn(page)).toContainEqual(message)
}

/** A second tab of the same browser says something, and this one has heard it. */
export async function otherTabSays({ context, page, origin }: BrowserStage, message: object): Promise<void> {
  const tab = context.pages().find((one) => one !== page) ?? (await openEmptyTab(context))
  await tab.goto(origin, { waitUntil: 'commit' })
  await tab.evaluate((data) => new BroadcastChannel('personal-account').postMessage(data), message)
  await eventually(() => heardIn(page)).toContainEqual(message)
}

/** On our origin, without our app. */
async function openEmptyTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  const body = '<!doctype html><title>Другая вкладка</title>'
  await tab.route('**', (route) => route.fulfill({ contentType: 'text/html', body }))
  return tab
}

type RouterOnWindow = {
  __TSR_ROUTER__: {
    /** Before the first page has come the router is idle too, and nothing is resolved. */
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

/** An event for which the page has no button in this state; the router leaves itself on the window, and holds the session. */
export async function tellSession({ page }: BrowserStage, event: SessionEvent): Promise<void> {
  await page.evaluate(
    (told) => (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context.session.send(told),
    event,
  )
}

/**
 * The address changes: where it is the one before or after in this tab, a person goes there by the browser’s own
 * button; else a link of the app leads there. It is after a while: what the page knows by then is old.
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

/** The page is drawn and has all that it asked for, besides what the path holds back. */
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
  // A page that goes on asking is judged by what it asks.
  await isAtRest.catch(() => undefined)
}

/** The addresses before and after the page’s own in this tab. Runs in the page. */
export function neighbours(): { before: string | null; after: string | null } {
  const entries = window.navigation.entries()
  const here = window.navigation.currentEntry?.index ?? 0
  return { before: entries[here - 1]?.url ?? null, after: entries[here + 1]?.url ?? null }
}

/** The page asks for something anew that it shows. */
export async function looksAgain({ page }: BrowserStage, call: string): Promise<void> {
  await page.evaluate((address) => {
    const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
    void queryClient.invalidateQueries({ queryKey: [address] })
  }, call)
}

const someCall = 'GET /v1/profile/session/list'

/** Some call of the app goes wrong, whatever the page shows: through its own cache and its own `fetch`. */
export async function someCallAnswers({ page, edge }: BrowserStage, reply: Reply): Promise<void> {
  edge.expect({ call: someCall }, { reply })
  await page.evaluate((address) => {
    const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
    void queryClient.fetchQuery({ queryKey: [address], retry: false }).catch(() => null)
  }, someCall)
  await edge.holds(someCall)
}
