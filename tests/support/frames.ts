import type { Page } from 'playwright/test'

/** What a frame may take of the processor before a person feels it: beyond this a browser calls it a long task. */
export const longTask = 50

/**
 * Milliseconds of the processor that the page's main thread spends on each of some steps and on the frame that shows
 * it, whatever else the machine does meanwhile.
 */
export async function workOfFrames(page: Page, frames: number, step: () => Promise<unknown>): Promise<number[]> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  // What comes after the next frame was drawn.
  const drawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  const work: number[] = []
  for (let frame = 0; frame < frames; frame += 1) {
    const before = await spent()
    await step()
    await drawn()
    work.push((await spent()) - before)
  }
  await cdp.detach()
  return work
}

export function middleOf(work: readonly number[]): number {
  return work.toSorted((one, other) => one - other)[Math.floor(work.length / 2)] ?? Number.NaN
}
