import type { CDPSession, Page } from 'playwright/test'

/** What a frame may take of the processor before a person feels it: beyond this a browser calls it a long task. */
export const longTask = 50

/** What is done in a frame. It goes by the browser's own protocol: a step of a story photographs the page for its trace. */
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
 * Milliseconds of the processor that the page's main thread spends on each of some steps and on the frame that shows
 * it, whatever else the machine does meanwhile; the first, which wakes what slept, is no part of them.
 */
export async function workOfFrames(page: Page, frames: number, step: Step): Promise<number[]> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  // What was left behind before is not cleared away in one of them.
  await browser.send('HeapProfiler.collectGarbage')
  const spent = async () => {
    const { metrics } = await browser.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  // What comes after the next frame was drawn.
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
