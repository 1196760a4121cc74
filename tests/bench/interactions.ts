import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { median } from './lines.ts'
import { hostReference } from './reference-host.ts'
import { signedInScreens } from './screens.ts'
import { desk, openUntilRest } from './transfer.ts'

/** The slow machine of the goals. */
const slowdown = 4
/** Controls that look alike (cells of a grid, rows of a list) are pressed this many times. */
const alike = 2
const settled = 400
/** Event Timing reports nothing shorter. */
const shortest = 16

type Press = { screen: string; control: string; milliseconds: number }

/**
 * Presses each kind of control of the main screens at CPU × 4 and takes the longest event of the press (Event Timing:
 * from the input to the next paint), beside a plain button without React. Controls are found by the page's own markup.
 * Only screens whose name matches `wanted`.
 */
export async function measureInteractions(start: () => Promise<ServerProcess>, wanted: RegExp) {
  const server = await start()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const plain = await pressPlainButton(browser)
    const presses: Press[] = []
    for (const { screen, login, address } of signedInScreens.filter(({ screen: name }) => wanted.test(name))) {
      const context = await browser.newContext(desk)
      await context.addCookies([await newSession(server, login)])
      presses.push(...(await pressAll(await context.newPage(), screen, server.address + address)))
      await context.close()
    }
    return { plain, presses: presses.toSorted((one, other) => other.milliseconds - one.milliseconds) }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Shares of the presses within 4, 8 and 12 times the plain button. */
export function sharesOf({ plain, presses }: { plain: number; presses: readonly Press[] }): Record<string, string> {
  const within = (times: number) => {
    const count = presses.filter(({ milliseconds }) => milliseconds <= plain * times).length
    return `${((count / Math.max(presses.length, 1)) * 100).toFixed(0)} %`
  }
  return {
    controls: String(presses.length),
    'plain button, ms': String(plain),
    'median, ms': String(median(presses.map(({ milliseconds }) => milliseconds))),
    'within 4 times (goal 75 %)': within(4),
    'within 8 times (goal 98 %)': within(8),
    'within 12 times (goal 100 %)': within(12),
  }
}

async function pressPlainButton(browser: Browser): Promise<number> {
  const content = `<!doctype html><button onclick="this.textContent += '.'">Press</button>`
  await using host = await hostReference({ '/': { type: 'text/html', content } })
  const page = await browser.newPage()
  await page.goto(host.address)
  const all: number[] = []
  for (let round = 0; round < 11; round += 1) all.push(await press(page, 0))
  await page.close()
  return Math.max(shortest, median(all))
}

async function pressAll(page: Page, name: string, address: string): Promise<Press[]> {
  const presses: Press[] = []
  await openUntilRest(page, address)
  const controls = await page.evaluate(markControls, alike)
  for (const [index, control] of controls.entries()) {
    await page.goto(address)
    await waitForIdleNetwork(page)
    const found = await page.evaluate(markControls, alike)
    // The page has changed by an earlier press, such as a preference that is kept.
    if (found[index] !== control) continue
    presses.push({ screen: name, control, milliseconds: await press(page, index) })
  }
  return presses
}

/** The longest event of one press, in milliseconds; 0 for one that is shorter than can be measured. */
async function press(page: Page, index: number): Promise<number> {
  const control = page.locator(`[data-pressed="${index}"]`).or(page.locator('body > button')).first()
  await control.scrollIntoViewIfNeeded()
  const box = await control.boundingBox()
  if (box === null) return 0
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(observeEvents, shortest)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(settled)
  const longest = await page.evaluate(() => Reflect.get(window, 'longestEvent') as number)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return Math.round(longest)
}

/** Runs in the page: remembers the longest event of an interaction from now on. */
function observeEvents(durationThreshold: number): void {
  Reflect.set(window, 'longestEvent', 0)
  type EventTiming = PerformanceEntry & { interactionId: number }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as EventTiming[])
      if (entry.interactionId > 0)
        Reflect.set(window, 'longestEvent', Math.max(Reflect.get(window, 'longestEvent') as number, entry.duration))
  }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
}

/** Runs in the page: numbers the controls and returns their names. Links that leave the page are navigations. */
function markControls(alike: number): string[] {
  const seen = new Map<string, number>()
  const names: string[] = []
  const selector =
    'main :is(button, input, select, summary, [role=gridcell][tabindex], [role=tab], [role=radio], [role=checkbox], a[aria-haspopup]), header button'
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const isPressable = element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true], [inert] *')
    if (!isPressable || element.matches('[type=file]')) continue
    const kind = [element.tagName, element.getAttribute('role'), element.getAttribute('type'), element.className].join()
    const count = seen.get(kind) ?? 0
    seen.set(kind, count + 1)
    if (count >= alike) continue
    element.dataset.pressed = String(names.length)
    const label =
      element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent ?? ''
    names.push(`${element.tagName.toLowerCase()} ${label.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}`)
  }
  return names
}
