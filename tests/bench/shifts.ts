import { chromium, type Page } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { newSession } from '#tests/support/browser/story.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { signedInScreens } from './screens.ts'
import { desk, openUntilRest } from './transfer.ts'

export const widths = {
  375: { ...desk, viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
  1440: desk,
}

/** Limit of a screen's layout shift. */
export const maximumShift = 0.02

type Shift = { value: number; moved: string[] }

export async function measureShifts(start: () => Promise<ServerProcess>): Promise<Record<string, string>[]> {
  const server = await start()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const rows: Record<string, string>[] = []
    for (const { screen: page, login, address } of signedInScreens) {
      const session = await newSession(server, login)
      const row: Record<string, string> = { page }
      for (const [width, window] of Object.entries(widths)) {
        const context = await browser.newContext(window)
        await context.addCookies([session])
        const opened = await context.newPage()
        await openUntilRest(opened, server.address + address)
        row[`at ${width} px`] = totalShift(await shiftsOf(opened)).toFixed(4)
        await context.close()
      }
      rows.push(row)
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** The layout shifts without input since the page was opened. */
export function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(() => {
    type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as LayoutShift[]
    return shifts
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, sources }) => ({
        value,
        moved: sources.map(({ node }) => `${node?.nodeName ?? 'gone'}: ${node?.textContent?.slice(0, 60)}`),
      }))
  })
}

/** The sum of all shifts, not only of the worst five seconds. */
export function totalShift(shifts: readonly Shift[]): number {
  return shifts.reduce((all, { value }) => all + value, 0)
}
