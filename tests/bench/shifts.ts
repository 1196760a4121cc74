import { chromium, type Page } from 'playwright'
import type { DemoLogin } from '#server/idp/demo-accounts.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { newSession } from '#tests/support/browser/story.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { desk, openUntilRest } from './transfer.ts'

/** The accounts and pages whose layout shifts are measured. */
export const layoutShiftPages: Record<string, { login: DemoLogin; path: string }> = {
  home: { login: 'family', path: '/home-page' },
  contracts: { login: 'family', path: '/contracts-and-payments' },
  schedule: { login: 'family', path: '/schedule' },
  'schedule (month)': { login: 'family', path: '/schedule?view=month' },
  'schedule (week)': { login: 'family', path: '/schedule?view=week' },
  'grade book': { login: 'family', path: '/grade-book/' },
  'grade book (own)': { login: 'student', path: '/grade-book/' },
  'grade book (college)': { login: 'spo-student', path: '/grade-book/' },
  progress: { login: 'family', path: '/progress' },
  'learning-progress': { login: 'family', path: '/learning-progress' },
  'schedule (list)': { login: 'family', path: '/schedule?view=list' },
  events: { login: 'family', path: '/events' },
  profile: { login: 'family', path: '/profile' },
  admin: { login: 'administrator', path: '/adm-panel/' },
}
export const widths = {
  375: { ...desk, viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
  1440: desk,
}

type Shift = { value: number; moved: string[] }

export async function measureShifts(start: () => Promise<ServerProcess>): Promise<Record<string, string>[]> {
  const server = await start()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const rows: Record<string, string>[] = []
    for (const [page, { login, path }] of Object.entries(layoutShiftPages)) {
      const session = await newSession(server, login)
      const row: Record<string, string> = { page }
      for (const [width, screen] of Object.entries(widths)) {
        const context = await browser.newContext(screen)
        await context.addCookies([session])
        const opened = await context.newPage()
        await openUntilRest(opened, server.address + path)
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
