import { type BrowserContext, chromium } from 'playwright'
import type { GradeBook, Mark } from '#contract/learning.ts'
import { openPostgres } from '#server/db/client.ts'
import type { DemoLogin } from '#server/db/demo/accounts.ts'
import { type BookwormLogin, bookwormAccounts } from '#server/db/demo/bookworm.ts'
import { seedDemo } from '#server/db/demo/seed.ts'
import { createLog } from '#server/log.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts'
import { createDatabase, setup, teardown } from '#tests/support/postgres.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { newSession } from '#tests/support/story.ts'
import { median } from './lines.ts'
import { timePage } from './pages.ts'

const sizes = [1, 10, 100] as const
/** Of the smallest school: at a hundred times as much 5000 families, and one student with 20 000 marks. */
const smallest = { families: 50, marks: 200 }
const rounds = 9

/** What shows that the content of a page is there. */
const pages = {
  '/schedule': 'main table, main [role=grid]',
  '/grade-book/': 'main table, main [role=grid]',
}

/** One whose own data stay as they are, and one whose marks grow with the school. */
const people = ['student', bookwormAccounts.student.login] as const

type Row = Record<string, string | number>
type Measured = Map<string, number>

/** Milliseconds to the content of pages, and of the server's answers, while the school grows around whoever asks. */
export async function measureGrowth(start: (env: Record<string, string>) => Promise<ServerProcess>): Promise<Row[]> {
  await setup()
  try {
    const measured: Measured[] = []
    for (const size of sizes) measured.push(await measureAt(size, start))
    return rowsOf(measured)
  } finally {
    await teardown()
  }
}

async function measureAt(size: number, start: (env: Record<string, string>) => Promise<ServerProcess>) {
  const url = await seeded(size)
  const server = await start({ DATABASE_URL: url })
  try {
    return new Map([...(await answersOf(server)), ...(await contentsOf(server))])
  } finally {
    await server.stop()
  }
}

async function seeded(size: number): Promise<string> {
  const url = await createDatabase(`growth_${size}`)
  const { database, close } = await openPostgres(url, 1, createLog({ LOG_LEVEL: 'warn' }))
  const options = { clock: () => new Date(), families: smallest.families * size, marks: smallest.marks * size }
  await seedDemo(database, options)
  await close()
  return url
}

async function answersOf(server: ServerProcess): Promise<Measured> {
  const measured: Measured = new Map()
  const day = new Date().toISOString().slice(0, 10)
  for (const who of people) {
    const ask = await askerFor(server, who)
    const { books } = (await ask('/api/v1/student/grade-book/list')).json as {
      books: (GradeBook & { marks: Mark[] })[]
    }
    const book = books.at(-1)
    const calls = {
      schedule: `/api/v1/student/schedule/list?month_date=${day}`,
      'grade books': '/api/v1/student/grade-book/list',
      'days of a term': `/api/v1/student/grade-book/journal-days?bookUuid=${book?.uuid}&termUuid=${book?.terms[0]?.uuid}`,
      'mark details': `/api/v1/student/grade-book/mark-details?markUuid=${book?.marks[0]?.uuid}`,
    }
    for (const [name, path] of Object.entries(calls)) {
      const taken: number[] = []
      for (let round = 0; round < rounds; round += 1) taken.push((await ask(path)).took)
      measured.set(`answer: ${name}, ${who}`, median(taken.map((each) => each * 10)) / 10)
    }
  }
  return measured
}

async function askerFor(server: ServerProcess, who: DemoLogin | BookwormLogin) {
  const { name, value } = await newSession(server, who)
  const headers = { cookie: `${name}=${value}`, 'x-requested-with': 'lk' }
  return async (path: string) => {
    const began = performance.now()
    const answer = await fetch(server.address + path, { headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return { took: performance.now() - began, json: JSON.parse(text) as unknown }
  }
}

async function contentsOf(server: ServerProcess): Promise<Measured> {
  const measured: Measured = new Map()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  try {
    for (const who of people) {
      const session = await newSession(server, who)
      const opened = async (): Promise<BrowserContext> => {
        const context = await browser.newContext()
        await context.addCookies([session])
        return context
      }
      for (const [path, content] of Object.entries(pages)) {
        const taken: number[] = []
        for (let round = 0; round < rounds; round += 1)
          taken.push((await timePage(await opened(), server.address + path, content, null)).content)
        measured.set(`content: ${path}, ${who}`, median(taken))
      }
    }
    return measured
  } finally {
    await browser.close()
  }
}

function rowsOf(measured: readonly Measured[]): Row[] {
  const [first, , last] = measured
  return [...(first?.keys() ?? [])].map((what) => {
    const bySize = sizes.map((size, index) => [`${size} ×`, measured[index]?.get(what) ?? Number.NaN] as const)
    const growth = (last?.get(what) ?? Number.NaN) / (first?.get(what) ?? Number.NaN)
    return { what, ...Object.fromEntries(bySize), growth: `${growth.toFixed(2)} ×` }
  })
}
