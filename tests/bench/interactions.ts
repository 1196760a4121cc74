import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
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
/** A pointer rests on what it presses; a finger comes without hovering. The frame of the hover is no part of the press. */
const hovered = 150
/** Event Timing reports nothing shorter. */
const shortest = 16

type Screen = (typeof signedInScreens)[number]
type Press = { screen: Screen; index: number; control: string; milliseconds: number }

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
    for (const screen of signedInScreens.filter(({ screen: name }) => wanted.test(name))) {
      const context = await signIn(browser, server, screen)
      presses.push(...(await pressAll(await context.newPage(), screen, server.address)))
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
    // Rounded down: 100 % are all.
    return `${Math.floor((count / Math.max(presses.length, 1)) * 100)} %`
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

/**
 * Presses these controls again and names the component whose own rendering took longest, at CPU × 4. Needs a build for
 * profiling: React measures only there.
 */
export async function nameSlowestComponents(start: () => Promise<ServerProcess>, presses: readonly Press[]) {
  const server = await start()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const named: Record<string, string | number>[] = []
    for (const { screen, index, control, milliseconds } of presses) {
      const context = await signIn(browser, server, screen)
      await context.addInitScript(observeComponents)
      const page = await context.newPage()
      await openUntilRest(page, server.address + screen.address)
      await page.evaluate(markControls, alike)
      await page.evaluate(() => Reflect.set(window, 'slowestComponent', undefined))
      await press(page, index)
      const slowest = await page.evaluate(() => Reflect.get(window, 'slowestComponent') as Slowest | undefined)
      const component = slowest ? `${slowest.name}, ${slowest.milliseconds.toFixed(1)} ms` : 'none'
      named.push({ screen: screen.screen, control, milliseconds, 'slowest component': component })
      await context.close()
    }
    return named
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function signIn(browser: Browser, server: ServerProcess, { login }: Screen): Promise<BrowserContext> {
  const context = await browser.newContext(desk)
  await context.addCookies([await newSession(server, login)])
  return context
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

async function pressAll(page: Page, screen: Screen, origin: string): Promise<Press[]> {
  const presses: Press[] = []
  const address = origin + screen.address
  await openUntilRest(page, address)
  const controls = await page.evaluate(markControls, alike)
  for (const [index, control] of controls.entries()) {
    await page.goto(address)
    await waitForIdleNetwork(page)
    const found = await page.evaluate(markControls, alike)
    // The page has changed by an earlier press, such as a preference that is kept.
    if (found[index] !== control) continue
    presses.push({ screen, index, control, milliseconds: await press(page, index) })
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
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(hovered)
  await page.evaluate(observeEvents, shortest)
  await page.mouse.down()
  await page.mouse.up()
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

type Slowest = { name: string; milliseconds: number }
type Fiber = {
  type: unknown
  actualDuration: number
  actualStartTime: number
  child: Fiber | null
  sibling: Fiber | null
}

/** Runs in the page before React: remembers the component that took longest by itself in any commit. */
function observeComponents(): void {
  let lastCommit = 0
  const visit = (fiber: Fiber): void => {
    let own = fiber.actualDuration
    for (let child = fiber.child; child !== null; child = child.sibling) {
      // What was not rendered in this commit keeps its duration of the commit before.
      if (child.actualStartTime < lastCommit) continue
      own -= child.actualDuration
      visit(child)
    }
    const { type } = fiber
    const slowest = Reflect.get(window, 'slowestComponent') as Slowest | undefined
    if (typeof type !== 'function' || own <= (slowest?.milliseconds ?? 0)) return
    Reflect.set(window, 'slowestComponent', { name: type.name, milliseconds: own })
  }
  Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_renderer: number, { current }: { current: Fiber }) => {
      visit(current)
      lastCommit = performance.now()
    },
  })
}
