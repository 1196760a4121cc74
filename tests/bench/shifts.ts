import { chromium, type Page } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { newSession } from '#tests/support/story.ts'
import { desk, openUntilRest } from './transfer.ts'

const pages = {
  home: '/home-page',
  contracts: '/contracts-and-payments',
  schedule: '/schedule',
  events: '/events',
  profile: '/profile',
}
const widths = {
  375: { ...desk, viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
  1440: desk,
}

/** How far what is seen moves by itself while a page comes: all shifts of it, not the worst five seconds alone. */
export async function measureShifts(start: () => Promise<ServerProcess>): Promise<Record<string, string>[]> {
  const server = await start()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const session = await newSession(server, 'family')
    const rows: Record<string, string>[] = []
    for (const [page, path] of Object.entries(pages)) {
      const row: Record<string, string> = { page }
      for (const [width, screen] of Object.entries(widths)) {
        const context = await browser.newContext(screen)
        await context.addCookies([session])
        const opened = await context.newPage()
        await openUntilRest(opened, server.address + path)
        row[`at ${width} px`] = (await shiftOf(opened)).toFixed(4)
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

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    return shifts.reduce((all, { value, hadRecentInput }) => all + (hadRecentInput ? 0 : value), 0)
  })
}
