import type { CDPSession, Page } from 'playwright/test'

/** The CPU time of a frame above which users notice a delay: browsers call it a long task. */
export const longTask = 50

/**
 * The action of a frame. It uses the browser's protocol directly, because a step of a story takes a screenshot for its
 * trace.
 */
type Step = (browser: CDPSession) => Promise<unknown>

export const run =
  (expression: string): Step =>
  (browser) =>
    browser.send('Runtime.evaluate', { expression, awaitPromise: true })

export const press =
  (key: string, code: number): Step =>
  async (browser) => {
    const pressed = { key, code: key, windowsVirtualKeyCode: code }
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed })
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
  }

/**
 * CPU milliseconds of the page's main thread for each step and the frame after it, independent of other load on the
 * machine. The first step is a warm-up and is excluded.
 */
export async function workOfFrames(page: Page, frames: number, step: Step): Promise<number[]> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  // Collects garbage first, so that no measured step includes it.
  await browser.send('HeapProfiler.collectGarbage')
  const spent = async () => {
    const { metrics } = await browser.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  // After the next frame has been painted.
  const drawn = run('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  const work: number[] = []
  for (let frame = 0; frame <= frames; frame += 1) {
    const before = await spent()
    await step(browser)
    await drawn(browser)
    work.push((await spent()) - before)
  }
  await browser.detach()
  return work.slice(1)
}

export function middleOf(work: readonly number[]): number {
  return work.toSorted((one, other) => one - other)[Math.floor(work.length / 2)] ?? Number.NaN
}
