import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { waitForHydration, waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession, type SessionCookie } from '#tests/support/browser/story.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { hold, type Line, lines, median, rounds } from './lines.ts'

/** The month is a grid, or a list on a phone; the rendered page contains both and shows one. */
export const calendar = 'main table, main [role=grid]'

/** The links of the menu, and the content to wait for. */
export const ways = [
  { to: 'contracts', href: '/contracts-and-payments', content: 'main a[href^="/contracts-and-payments/"]' },
  { to: 'events', href: '/events', content: 'main a[aria-haspopup=dialog]' },
  { to: 'schedule', href: '/schedule', content: calendar },
]

/** Milliseconds after which the page begins to preload the pages of the menu. */
const atRest = 4_000

/** Two seconds after the page begins to preload those of the menu, in milliseconds after its controls work. */
const soonMs = 3_000 + 2_000

/** A click that shows no content within this many milliseconds fails the measurement. */
const limitMs = 30_000

/**
 * From a click in the menu to the content of the page: on the first and on later visits of a page at rest, and on a
 * line that is slow from the start two seconds after the page is at rest. Milliseconds, medians of all rounds.
 */
export async function measureClicks(start: () => Promise<ServerProcess>): Promise<Record<string, string | number>[]> {
  const server = await start()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const session = await newSession(server, 'family')
    const rows: Record<string, string | number>[] = []
    for (const [name, line] of Object.entries(lines)) {
      const taken = ways.map(() => ({ first: [] as number[], again: [] as number[], soon: [] as number[] }))
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext()
        await context.addCookies([session])
        const page = await restingProfile(await context.newPage(), server.address, line)
        for (const visit of ['first', 'again'] as const) {
          for (const [index, { href, content }] of ways.entries()) {
            taken[index]?.[visit].push(await click(page, href, content))
          }
        }
        await context.close()
        if (line === null) continue
        for (const [index, way] of ways.entries()) {
          taken[index]?.soon.push(await clickSoon(browser, session, `${server.address}/profile`, line, way))
        }
      }
      for (const [index, { to }] of ways.entries()) {
        const { first = [], again = [], soon = [] } = taken[index] ?? {}
        rows.push({
          to,
          line: name,
          'first time': median(first),
          again: median(again),
          '2 s at rest, slow from the start': line === null ? '' : median(soon),
        })
      }
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function clickSoon(
  browser: Browser,
  session: SessionCookie,
  address: string,
  line: NonNullable<Line>,
  { href, content }: { href: string; content: string },
): Promise<number> {
  const context = await browser.newContext()
  await context.addCookies([session])
  const page = await context.newPage()
  await hold(page, line)
  await page.goto(address)
  await waitForHydration(page)
  await page.waitForTimeout(soonMs)
  const taken = await press(page, href, content)
  await context.close()
  return taken
}

async function restingProfile(page: Page, address: string, line: Line): Promise<Page> {
  await page.goto(`${address}/profile`)
  await page.waitForTimeout(atRest)
  await waitForIdleNetwork(page)
  if (line !== null) await hold(page, line)
  return page
}

async function click(page: Page, href: string, content: string): Promise<number> {
  const milliseconds = await press(page, href, content)
  await waitForIdleNetwork(page)
  return milliseconds
}

/** Measured by the clock of the page, without the overhead of the tool. */
async function press(page: Page, href: string, content: string): Promise<number> {
  const taken = page.evaluate(
    ([to, selector, limit]) =>
      new Promise<number>((resolve, reject) => {
        const watch = (start: number) => {
          const isSeen = () => [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())
          const isThere = location.pathname === to && isSeen()
          if (isThere) resolve(performance.now() - start)
          else if (performance.now() - start > limit) reject(new Error(`no ${selector} on ${to}`))
          else requestAnimationFrame(() => watch(start))
        }
        document.addEventListener('click', () => watch(performance.now()), { capture: true, once: true })
      }),
    [href, content, limitMs] as const,
  )
  await page.locator(`nav a[href="${href}"]`).first().click()
  return taken
}
