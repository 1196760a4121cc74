import { type BrowserContext, chromium, type Response } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { calendar } from './clicks.ts'
import { hold, type Line, lines, median, rounds } from './lines.ts'
import { hostReference, type ReferenceFile } from './reference-host.ts'
import { desk, openUntilRest } from './transfer.ts'

type Timing = { paint: number; largest: number; content: number }

/** The content of each page to wait for. */
const contentOf = {
  home: { path: '/home-page', content: 'main a[href*="item="]' },
  contracts: { path: '/contracts-and-payments', content: 'main a[href^="/contracts-and-payments/"]' },
  schedule: { path: '/schedule', content: calendar },
}

const visitsBefore = 10

const cookieOf = ({ name, value }: { name: string; value: string }) => `${name}=${value}`

/** First contentful paint, largest contentful paint and content visible, beside a static page of equal content. */
export async function measurePages(start: () => Promise<ServerProcess>): Promise<Record<string, string | number>[]> {
  const server = await start()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const cookies = [await newSession(server, 'family')]
    const pages = [
      { page: 'sign-in', address: await signInAddress(server.address), content: 'form button', cookies: [] },
      ...Object.entries(contentOf).map(([page, { path, content }]) => ({
        page,
        address: server.address + path,
        content,
        cookies,
      })),
    ]
    const rows: Record<string, string | number>[] = []
    for (const { page, address, content, cookies } of pages) {
      const newContext = async (serviceWorkers: 'allow' | 'block') => {
        const context = await browser.newContext({ ...desk, serviceWorkers })
        await context.addCookies(cookies)
        return context
      }
      // A server that has just started runs slower code, and sends the shell when it renders too late.
      for (let visit = 0; visit < visitsBefore; visit += 1)
        await (await fetch(address, { headers: { cookie: cookies.map(cookieOf).join('; ') } })).arrayBuffer()
      await using copy = await hostReference(await staticCopyOf(await newContext('block'), address))
      for (const [name, line] of Object.entries(lines)) {
        const timeFirst = async (address: string) => {
          await using context = await newContext('block')
          return await timePage(context, address, content, line)
        }
        const first = await takeTurns(timeFirst, address, copy.address)
        // Files and the service worker are stored; the worker answers.
        await using returning = await newContext('allow')
        for (const visited of [address, copy.address]) {
          await using page = await returning.newPage()
          await page.goto(visited)
          await waitForIdleNetwork(page)
        }
        const second = await takeTurns((address) => timePage(returning, address, content, line), address, copy.address)
        rows.push(...rowsOf({ page, line: name, visit: 'first' }, first))
        rows.push(...rowsOf({ page, line: name, visit: 'second' }, second))
      }
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Pair = { ours: Timing; reference: Timing }

/** Medians of our page and of the reference. */
async function takeTurns(time: (address: string) => Promise<Timing>, ours: string, reference: string): Promise<Pair> {
  const timings: Pair[] = []
  for (let round = 0; round < rounds; round += 1)
    timings.push({ ours: await time(ours), reference: await time(reference) })
  return {
    ours: mediansOf(timings.map((timing) => timing.ours)),
    reference: mediansOf(timings.map((timing) => timing.reference)),
  }
}

function rowsOf(what: { page: string; line: string; visit: string }, { ours, reference }: Pair) {
  const ratio = (name: keyof Timing) => `${(ours[name] / Math.max(reference[name], 1)).toFixed(2)} ×`
  return [
    { ...what, who: 'ours', ...ours },
    { ...what, who: 'static', ...reference },
    { ...what, who: 'ratio', paint: ratio('paint'), largest: ratio('largest'), content: ratio('content') },
  ]
}

async function signInAddress(address: string): Promise<string> {
  const headers = { 'x-requested-with': 'lk' }
  const answer = await fetch(`${address}/api/v1/auth/redirect-to-oauth-provider?from_url=/`, { headers })
  return ((await answer.json()) as { location: string }).location
}

/** Opens a page in a new tab of the context, which it closes, and measures it in milliseconds from the start of the visit. */
async function timePage(context: BrowserContext, address: string, content: string, line: Line): Promise<Timing> {
  await using page = await context.newPage()
  if (line !== null) await hold(page, line)
  const start = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(content).filter({ visible: true }).first().waitFor()
  const visible = performance.now() - start
  // A late element may be the largest.
  await waitForIdleNetwork(page)
  const [paint, largest] = await page.evaluate(paintsOf)
  return { paint, largest, content: visible }
}

/** Runs in the page. */
function paintsOf(): Promise<[paint: number, largest: number]> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      resolve([paint, list.getEntries().at(-1)?.startTime ?? 0])
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

/** The final HTML of the page with inline styles and its pictures, without scripts. */
async function staticCopyOf(context: BrowserContext, address: string): Promise<Record<string, ReferenceFile>> {
  const page = await context.newPage()
  const pictures: Response[] = []
  page.on('response', (response) => response.request().resourceType() === 'image' && pictures.push(response))
  await openUntilRest(page, address)
  const html = await page.evaluate(() => {
    const styles = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText)
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('script, link, style')) element.remove()
    const style = document.createElement('style')
    style.textContent = styles.join('\n')
    copy.querySelector('head')?.append(style)
    return `<!doctype html>${copy.outerHTML}`
  })
  const files = await Promise.all(
    pictures.map(async (one) => [new URL(one.url()).pathname, await fileOf(one)] as const),
  )
  await context.close()
  return { ...Object.fromEntries(files), '/': { type: 'text/html', content: html } }
}

async function fileOf(response: Response): Promise<ReferenceFile> {
  const type = (await response.headerValue('content-type')) ?? ''
  return { type, content: type.startsWith('image/svg') ? await response.text() : await response.body() }
}

function mediansOf(timings: readonly Timing[]): Timing {
  const of = (name: keyof Timing) => median(timings.map((timing) => timing[name]))
  return { paint: of('paint'), largest: of('largest'), content: of('content') }
}
