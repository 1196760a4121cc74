import { sql } from 'drizzle-orm'
import { type Browser, chromium } from 'playwright'
import type { GradeBook, Mark } from '#contract/learning/grade-book.ts'
import { type Database, openPostgres } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { createLog } from '#server/terminal/log.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { newSession } from '#tests/support/browser/story.ts'
import {
  type LargeGradeBookLogin,
  largeGradeBookAccounts,
  seedWithLargeGradeBook,
} from '#tests/support/schools/large-grade-book.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { median } from './lines.ts'
import { timePage } from './pages.ts'

const sizes = [1, 10, 100] as const
/** The smallest school. A hundred times as much is 5000 families, and one student with 20 000 marks and 5000 lessons. */
const smallest = { families: 50, marks: 200, lessons: 50 }
const rounds = 9

const bookworm = largeGradeBookAccounts.student.login
/** One user with constant data, and one whose marks and lessons grow with the school. */
const people = ['student', bookworm] as const

const content = 'main table, main [role=grid]'
/** The pages of both. */
const pages = [
  { path: '/schedule', who: 'student' },
  { path: '/schedule', who: bookworm },
  { path: '/grade-book/', who: 'student' },
  { path: '/grade-book/', who: bookworm },
] as const

/** Takes one measurement, in milliseconds. */
type Measure = () => Promise<number>
type Measures = Record<string, Measure>
type Row = Record<string, string | number>

/** Milliseconds to the content of pages and to responses of the server by size of the school; the sizes alternate. */
export async function measureGrowth(start: (env: Record<string, string>) => Promise<ServerProcess>): Promise<Row[]> {
  await setup()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  const servers: ServerProcess[] = []
  try {
    for (const size of sizes) servers.push(await start({ DATABASE_URL: await seeded(size) }))
    const bySize = await Promise.all(
      servers.map(async (server) => ({ ...(await answers(server)), ...(await contents(server, browser)) })),
    )
    const rows: Row[] = []
    for (const what of Object.keys(bySize[0] ?? {})) rows.push(await rowOf(what, bySize))
    return rows
  } finally {
    await browser.close()
    for (const server of servers) await server.stop()
    await teardown()
  }
}

async function rowOf(what: string, bySize: readonly Measures[]): Promise<Row> {
  const taken = sizes.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, measures] of bySize.entries()) taken[index]?.push((await measures[what]?.()) ?? Number.NaN)
  }
  // With one decimal: a response takes a few milliseconds.
  const medians = taken.map((each) => median(each.map((value) => 10 * value)) / 10)
  const growth = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
  const named = sizes.map((size, index) => [`${size} ×`, medians[index] ?? Number.NaN] as const)
  return { what, ...Object.fromEntries(named), growth: `${growth.toFixed(2)} ×` }
}

async function seeded(size: number): Promise<string> {
  const url = await createDatabase(`growth_${size}`)
  const { database, close } = await openPostgres(url, 1, createLog({ LOG_LEVEL: 'warn' }))
  const options = { clock: () => new Date(), families: smallest.families * size }
  await seedWithLargeGradeBook(database, smallest.marks * size, options)
  await addLessonsOfBookworm(database, smallest.lessons * size)
  await close()
  return url
}

/** Five lessons a week from a month ahead back into the past: the shown month has as many in every school. */
async function addLessonsOfBookworm(database: Database, count: number): Promise<void> {
  await database.execute(sql`
    with model as (select * from ${studyGroups} limit 1),
    added as (
      insert into ${studyGroups} (program_id, campaign_id, title, format, starts_on, ends_on, price, payment_schemes, places_total)
      select program_id, campaign_id, 'КНИГА-1', format, date '1930-01-01', ends_on, price, payment_schemes, places_total
      from model returning id
    ),
    joined as (
      insert into ${groupMemberships} (group_id, student_id, joined_on)
      select added.id, ${users.id}, date '1930-01-01' from added, ${users} where ${users.subject} = ${demoSubject(bookworm)}
    )
    insert into ${lessons} (group_id, topic, format, starts_at, ends_at)
    select added.id, 'Тема ' || n, 'offline', at, at + interval '1 hour'
    from added, generate_series(1, ${count}) as n,
    lateral (select now() + interval '28 days' - n * interval '33 hours 36 minutes' as at) as moment
  `)
  await database.execute(sql`analyze`)
}

async function answers(server: ServerProcess): Promise<Measures> {
  const measures: Measures = {}
  const today = new Date().toISOString().slice(0, 10)
  for (const who of people) {
    const get = await clientFor(server, who)
    const { books } = (await get('/api/v1/student/grade-book/list')) as { books: (GradeBook & { marks: Mark[] })[] }
    const book = books.at(-1)
    const paths = {
      schedule: `schedule/list?month_date=${today}`,
      'grade books with all marks': 'grade-book/list',
      'grade books alone': 'grade-book/books',
      'days of a term': `grade-book/journal-days?bookUuid=${book?.uuid}&termUuid=${book?.terms[0]?.uuid}`,
      'mark details': `grade-book/mark-details?markUuid=${book?.marks[0]?.uuid}`,
    }
    for (const [name, path] of Object.entries(paths)) {
      measures[`answer: ${name}, ${who}`] = async () => {
        const began = performance.now()
        await get(`/api/v1/student/${path}`)
        return performance.now() - began
      }
    }
  }
  return measures
}

async function clientFor(server: ServerProcess, who: DemoLogin | LargeGradeBookLogin) {
  const { name, value } = await newSession(server, who)
  const headers = { cookie: `${name}=${value}`, 'x-requested-with': 'lk' }
  return async (path: string): Promise<unknown> => {
    const answer = await fetch(server.address + path, { headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }
}

async function contents(server: ServerProcess, browser: Browser): Promise<Measures> {
  const measures: Measures = {}
  for (const { path, who } of pages) {
    const session = await newSession(server, who)
    measures[`content: ${path}, ${who}`] = async () => {
      await using context = await browser.newContext()
      await context.addCookies([session])
      return (await timePage(context, server.address + path, content, null)).content
    }
  }
  return measures
}
