import type { BrowserContext, Page } from 'playwright'
import type { SessionEvent } from '#src/machines/setups/session-setup.ts'
import type { Reply } from '#tests/model-runner/browser/app-under-test.ts'
import { historyNeighbours } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, type EventDriver } from '#tests/model-runner/browser/drivers.ts'
import { eventually, soon } from '#tests/model-runner/browser/polling.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { sessionTitles } from '#tests/support/pages/session-page.ts'
import { channel } from './browser-app.ts'

function messagesIn(page: Page): Promise<unknown[]> {
  return page.evaluate(() => window.pageLog.messages)
}

/** Asserts that this tab has sent a message to the other tabs. */
export async function assertSentToOtherTabs({ page }: BrowserStage, message: object): Promise<void> {
  await eventually(() => messagesIn(page)).toContainEqual(message)
}

/** Sends a message from a second tab, and waits until this tab has received it. */
export async function sendFromOtherTab({ context, page, origin }: BrowserStage, message: object): Promise<void> {
  const tab = context.pages().find((one) => one !== page) ?? (await openEmptyTab(context))
  await tab.goto(origin, { waitUntil: 'commit' })
  await tab.evaluate(([name, data]) => new BroadcastChannel(name).postMessage(data), [channel, message] as const)
  await eventually(() => messagesIn(page)).toContainEqual(message)
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
export async function sendToSession({ page }: BrowserStage, event: SessionEvent): Promise<void> {
  await page.evaluate(
    (sent) => (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context.session.send(sent),
    event,
  )
}

/**
 * Changes the URL. If it is the previous or next history entry, the browser’s own button is used;
 * otherwise a link of the app. Time has passed by then, so cached data is stale.
 */
export function navigatesTo(addressOf: (step: Step) => string): EventDriver {
  return byEnvironment(async (stage, step) => {
    const { page, network, origin } = stage
    const address = addressOf(step)
    await waitUntilIdle(stage)
    const { before, after } = await page.evaluate(historyNeighbours)
    await page.evaluate(() => {
      const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
      void queryClient.invalidateQueries({ refetchType: 'none' })
    })
    network.allowReads()
    if (before === origin + address) await page.goBack({ waitUntil: 'commit' })
    else if (after === origin + address) await page.goForward({ waitUntil: 'commit' })
    else await page.evaluate((to) => (window as unknown as RouterOnWindow).__TSR_ROUTER__.history.push(to), address)
  })
}

/** Waits until the page is rendered and has all responses, except those that the path holds. */
async function waitUntilIdle({ page, network }: BrowserStage): Promise<void> {
  if (network.hasPending()) return
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

/** Makes the page refetch a query that it shows. */
export async function refetch({ page }: BrowserStage, call: string): Promise<void> {
  await page.evaluate((address) => {
    const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
    void queryClient.invalidateQueries({ queryKey: [address] })
  }, call)
}

const someCall = 'GET /v1/profile/session/list'

/** Fails a call of the app, independent of the page: through the app's query cache and `fetch`. */
export async function answerSomeCall({ page, network }: BrowserStage, reply: Reply): Promise<void> {
  network.expect({ call: someCall }, { reply })
  await page.evaluate((address) => {
    const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
    void queryClient.fetchQuery({ queryKey: [address], retry: false }).catch(() => null)
  }, someCall)
  await network.allSent(someCall)
}

/** A page without the app shell is identified by its heading. */
export async function showsErrorPage({ page, expectedUrl }: BrowserStage): Promise<void> {
  const title = pagesWithoutShell[pathIn(expectedUrl)]
  if (title !== undefined) await soon(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

export function hasShell({ expectedUrl }: BrowserStage): boolean {
  return !(pathIn(expectedUrl) in pagesWithoutShell)
}

const pathIn = (url: string) => url.split('?')[0] ?? url

const pagesWithoutShell: Record<string, string> = {
  '/403': sessionTitles.forbidden,
  '/500': sessionTitles.broken,
}
