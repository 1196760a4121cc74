import { chromium, type Page } from 'playwright'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { hold, type Line, lines } from './lines.ts'

const contracts = 5_000
/** Pixels and frequency of a turn of the mouse wheel. */
const turn = { pixels: 600, times: 120, every: 50 }

/** The same number of empty boxes: the cost of scrolling itself on this machine. */
const plain = `<main>${Array.from({ length: contracts }, (_, index) => `<article style="padding:24px;margin:16px;border:1px solid #ddd;border-radius:12px"><h4>Договор ${index}</h4><p>Артём Соколов, 2026/2027, оплата по этапам</p><p>Осталось оплатить 49 500 ₽</p></article>`).join('')}</main>`

/** A list of 5 000 contracts: time until it is visible, and frame times while scrolling. */
export async function measureLongList(start: () => Promise<ServerProcess>): Promise<Record<string, string | number>[]> {
  const server = await start()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const session = await newSession(server, 'family')
    const rows: Record<string, string | number>[] = []
    for (const [name, line] of Object.entries(lines)) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addCookies([session])
      const page = await context.newPage()
      const seen = await openList(page, server.address, line)
      rows.push({ line: name, what: 'the list', 'is seen': seen, ...figuresOf(await scroll(page)) })
      await page.setContent(plain)
      rows.push({ line: name, what: 'plain boxes', 'is seen': '', ...figuresOf(await scroll(page)) })
      await context.close()
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** The family's contracts, repeated; only the CPU is throttled, because the test fulfils the response. */
async function openList(page: Page, address: string, line: Line): Promise<number> {
  await page.route('**/api/v1/profile/contract/list', async (route) => {
    const answer = await route.fetch()
    const own = (await answer.json()) as Contract[]
    const all = Array.from({ length: contracts }, (_, index) => ({
      ...(own[index % own.length] as Contract),
      uuid: crypto.randomUUID(),
      number: `Ж-${index}`,
    }))
    await route.fulfill({ response: answer, json: all })
  })
  await page.goto(`${address}/profile`)
  await waitForIdleNetwork(page)
  if (line !== null) await hold(page, { ...line, latency: 0, throughput: -1 })
  const began = performance.now()
  await page.locator('nav a[href="/contracts-and-payments"]').first().click()
  await page.locator('main article').first().waitFor()
  const taken = Math.round(performance.now() - began)
  await waitForIdleNetwork(page)
  return taken
}

/** Milliseconds between frames by the clock of the page. */
async function scroll(page: Page): Promise<number[]> {
  const measured = page.evaluate(
    (milliseconds) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = []
        const began = performance.now()
        let last = began
        const next = (now: number) => {
          frames.push(now - last)
          last = now
          if (now - began > milliseconds) resolve(frames.slice(1))
          else requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    turn.times * turn.every,
  )
  await page.mouse.move(720, 600)
  for (let time = 0; time < turn.times; time += 1) {
    await page.mouse.wheel(0, turn.pixels)
    await page.waitForTimeout(turn.every)
  }
  return measured
}

function figuresOf(frames: readonly number[]): Record<string, number> {
  const sorted = frames.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10
  return {
    frames: frames.length,
    p50: at(0.5),
    p95: at(0.95),
    longest: at(1),
    'over 50 ms': sorted.filter((frame) => frame > 50).length,
  }
}
