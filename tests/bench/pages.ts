import { createServer } from 'node:http'
import { type BrowserContext, chromium } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/server-process.ts'
import { hold, type Line, lines } from './lines.ts'
import { signedInState } from './signed-in.ts'

type Timing = { paint: number; largest: number; content: number }

const rounds = 5

/** First contentful paint, largest contentful paint and content visible, beside a static page of equal content. */
export async function measurePages(): Promise<Record<string, string | number>[]> {
  const server = await startServer({ env: { CHECK_ANSWERS: 'off' } })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const state = await signedInState(browser, server.address, 'family')
    const pages = [
      { page: 'sign-in', address: await signInAddress(server.address), content: 'form button', state: undefined },
      {
        page: 'contracts',
        address: `${server.address}/contracts-and-payments`,
        content: 'main a[href^="/contracts-and-payments/"]',
        state,
      },
      { page: 'schedule', address: `${server.address}/schedule`, content: 'main table, main [role=grid]', state },
    ]
    const rows: Record<string, string | number>[] = []
    for (const { page, address, content, state: storageState } of pages) {
      const context = () => browser.newContext(storageState ? { storageState } : {})
      const copy = await staticCopyOf(await context(), address, content)
      for (const [name, line] of Object.entries(lines)) {
        const ours = await medianOf(() => time(context, address, content, line))
        const reference = await medianOf(() => time(() => browser.newContext(), copy.address, content, line))
        rows.push({ page, line: name, who: 'ours', ...ours })
        rows.push({ page, line: name, who: 'static', ...reference })
        rows.push({
          page,
          line: name,
          who: 'ratio',
          paint: ratio(ours.paint, reference.paint),
          largest: ratio(ours.largest, reference.largest),
          content: ratio(ours.content, reference.content),
        })
      }
      copy.close()
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function signInAddress(address: string): Promise<string> {
  const headers = { 'x-requested-with': 'lk' }
  const answer = await fetch(`${address}/api/v1/auth/redirect-to-oauth-provider?from_url=/`, { headers })
  return ((await answer.json()) as { location: string }).location
}

async function time(
  open: () => Promise<BrowserContext>,
  address: string,
  content: string,
  line: Line,
): Promise<Timing> {
  const context = await open()
  const page = await context.newPage()
  if (line !== null) await hold(page, line)
  const start = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(content).first().waitFor()
  const visible = performance.now() - start
  await page.waitForLoadState('load')
  const [paint, largest] = await page.evaluate(paintsOf)
  await context.close()
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

/** The page as it stands once it is drawn, with its styles inside and without its scripts, from a bare server. */
async function staticCopyOf(context: BrowserContext, address: string, content: string) {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator(content).first().waitFor()
  const html = await page.evaluate(() => {
    const styles = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText)
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('script, link, style')) element.remove()
    const style = document.createElement('style')
    style.textContent = styles.join('\n')
    copy.querySelector('head')?.append(style)
    return `<!doctype html>${copy.outerHTML}`
  })
  await context.close()
  const bare = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end(html)
  })
  await new Promise<void>((resolve) => bare.listen(0, 'localhost', resolve))
  const { port } = bare.address() as { port: number }
  return { address: `http://localhost:${port}/`, close: () => bare.close() }
}

async function medianOf(measure: () => Promise<Timing>): Promise<Timing> {
  const all: Timing[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await measure())
  const median = (name: keyof Timing) => {
    const sorted = all.map((timing) => timing[name]).sort((one, other) => one - other)
    return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
  }
  return { paint: median('paint'), largest: median('largest'), content: median('content') }
}

function ratio(ours: number, reference: number): string {
  return `${(ours / Math.max(reference, 1)).toFixed(2)} ×`
}
