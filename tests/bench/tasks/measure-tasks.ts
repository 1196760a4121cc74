import { sql } from 'drizzle-orm'
import pino from 'pino'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { type Database, openPostgres } from '#server/db/client.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { widths } from '#tests/bench/shifts.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { waitForHydration, waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { parentTasks } from './parent-tasks.ts'
import { staffTasks } from './staff-tasks.ts'
import { addStuckCases } from './stuck-cases.ts'
import { costOf, type Task } from './task.ts'

type Start = (env?: Record<string, string>) => Promise<ServerProcess>
type Row = Record<string, string | number>
type Play = { login: DemoLogin; home: string; tasks: Record<string, Task>; beforeEach?: () => Promise<void> }

/** The tasks of the demo parent on a phone and on a desk: presses, typed words, screens and seconds of the machine. */
export async function measureParentTasks(start: Start): Promise<Row[]> {
  return inEachWidth(async (width, open) => {
    // A task that changes data needs the school as it was.
    const server = await start()
    try {
      return await play(await open(server), server, width, { login: 'family', home: '/home-page', tasks: parentTasks })
    } finally {
      await server.stop()
    }
  })
}

/**
 * A day of the office in the same figures, in the demo school with something in each queue. A task that cannot be done is
 * a row too. Codes are not counted: the administrator has confirmed himself a moment before.
 */
export async function measureStaffTasks(start: Start, only: RegExp): Promise<Row[]> {
  await setup()
  try {
    return await inEachWidth(async (width, open) => {
      const url = await createDatabase(`office_${width}`)
      const server = await start({ DATABASE_URL: url })
      const { database, close } = await openPostgres(url, 2, pino({ level: 'silent' }))
      try {
        const cases = await addStuckCases(database)
        const chosen = Object.entries(staffTasks(cases)).filter(([task]) => only.test(task))
        return await play(await open(server), server, width, {
          login: 'administrator',
          home: '/adm-panel',
          tasks: Object.fromEntries(chosen),
          beforeEach: () => confirmAll(database),
        })
      } finally {
        await close()
        await server.stop()
      }
    })
  } finally {
    await teardown()
  }
}

async function confirmAll(database: Database): Promise<void> {
  await database.execute(sql`update sessions set two_factor_last_check = now()`)
}

type Open = (server: ServerProcess) => Promise<BrowserContext>

async function inEachWidth(measure: (width: string, open: Open) => Promise<Row[]>): Promise<Row[]> {
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    const rows: Row[] = []
    for (const [width, window] of Object.entries(widths))
      rows.push(...(await measure(width, ({ address }) => browser.newContext({ ...window, baseURL: address }))))
    return rows
  } finally {
    await browser.close()
  }
}

async function play(
  context: BrowserContext,
  server: ServerProcess,
  width: string,
  { login, home, tasks, beforeEach }: Play,
): Promise<Row[]> {
  await context.addCookies([await newSession(server, login)])
  const rows: Row[] = []
  for (const [task, run] of Object.entries(tasks)) {
    await beforeEach?.()
    const page = await context.newPage()
    await page.goto(`${server.address}${home}`)
    await waitForHydration(page)
    await waitForIdleNetwork(page)
    rows.push({
      width,
      task,
      ...(await costOf(page, run).catch((error: Error) => ({ impossible: error.message.slice(0, 120) }))),
    })
    await page.close()
  }
  await context.close()
  return rows
}
