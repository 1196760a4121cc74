import type { Browser, BrowserContext, Page } from 'playwright'
import { changeStreamPath } from '#contract/change-stream.ts'
import { waitForHydrationIn, waitForIdleNetwork } from '#tests/support/browser/navigation.ts'

const timeoutMs = 120_000

type Visit = { address: string; session: Parameters<BrowserContext['addCookies']>[0][number]; title: string }

/** The home page of a signed-in person, who is observed from then on. `prepare`: before it is opened. */
export async function openHome(
  browser: Browser,
  { address, session, title }: Visit,
  prepare?: (context: BrowserContext) => Promise<void>,
) {
  const context = await browser.newContext({ baseURL: address, locale: 'ru-RU', serviceWorkers: 'block' })
  context.setDefaultTimeout(timeoutMs)
  await context.addCookies([session])
  await prepare?.(context)
  const page = await waitForHydrationIn(context).newPage()
  const observed = observe(page, title)
  await page.goto('/home-page')
  return { page, observed }
}

/** `documents` counts how often the page was loaded. */
type Walk = { title: string; calls: number; documents: number; faults: string[] }

/**
 * Notes from now on what goes wrong in a page: refused calls, errors of scripts; while `walk` opens every entry of the menu,
 * also sections that say they failed. The page is closed after it.
 */
function observe(page: Page, title: string): Walk & { walk: () => Promise<Walk> } {
  const seen: Walk = { title, calls: 0, documents: 0, faults: [] }
  const note = (fault: string) => {
    seen.faults.push(fault)
    console.log(`${title}: ${page.url()}: ${fault}`)
  }
  page.on('pageerror', ({ message }) => note(message))
  page.on('domcontentloaded', () => {
    seen.documents += 1
  })
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return
    seen.calls += 1
    if (response.status() >= 400) note(`${response.url()} answered ${response.status()}`)
  })
  async function walk(): Promise<Walk> {
    const links = await page.locator('nav a[href^="/"]:visible').all()
    const addresses = new Set(await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? '')))
    for (const address of addresses) {
      const link = page.locator(`nav a[href="${address}"]:visible`).first()
      // A page of a former release has loaded itself again, with the menu of this one.
      if ((await link.count()) === 0) continue
      await link.click()
      await waitForIdleNetwork(page)
      for (const text of await page.getByRole('alert').allInnerTexts()) if (text.trim() !== '') note(text)
      if (new URL(page.url()).pathname === '/500') note('the page of errors')
    }
    // A page that stayed open would go on to ask a server that is replaced.
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
    return seen
  }
  return Object.assign(seen, { walk })
}

/** This browser gets its pages from one server and its calls answered by another, past the balancer. */
export async function choose(context: BrowserContext, { pages, calls }: { pages: string; calls: string }) {
  await context.route('**/*', async (route) => {
    const { host, pathname, search } = new URL(route.request().url())
    if (pathname.endsWith(changeStreamPath)) return route.continue()
    const server = pathname.startsWith('/api/') ? calls : pages
    const headers = { ...(await route.request().allHeaders()), 'x-forwarded-host': host }
    await route.fulfill({ response: await route.fetch({ url: `${server}${pathname}${search}`, headers }) })
  })
}
