import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { quantile } from './lines.ts'
import { microsecondsOf } from './load.ts'
import { headersAt } from './scale.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Headers = Record<string, string>

/** The first page that most people open, and the largest ones. */
const pages = [
  ['family', '/home-page'],
  ['family', '/contracts-and-payments'],
  ['family', '/schedule'],
  ['student', '/contracts-and-payments?tab=today'],
] as const

const rounds = 5
/** Opened in one round, two at a time. */
const documents = 60

/** CPU of the server per rendered document, on PostgreSQL, whose own CPU is not in it. */
export async function measureDocuments(start: Start): Promise<Record<string, string | number>[]> {
  await setup()
  const server = await start({ DATABASE_URL: await createDatabase('documents'), RENDER_TIMEOUT_MS: '10000' })
  try {
    const rows: Record<string, string | number>[] = []
    for (const [login, path] of pages) {
      const headers = { ...(await headersAt(server, login)), 'accept-encoding': 'br' }
      // The compiler of V8 is at rest after that.
      await open(server, path, headers, 150)
      const taken: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const before = microsecondsOf(server.pid())
        await open(server, path, headers, documents)
        taken.push((microsecondsOf(server.pid()) - before) / 1000 / documents)
      }
      rows.push({ what: `${login} ${path}`, 'CPU ms per document': quantile(taken, 0.5).toFixed(1) })
    }
    return rows
  } finally {
    await server.stop()
    await teardown()
  }
}

async function open({ address }: ServerProcess, path: string, headers: Headers, count: number): Promise<void> {
  let left = count
  const openNext = async () => {
    while (left > 0) {
      left -= 1
      const text = await (await fetch(address + path, { headers })).text()
      if (!text.includes('data-rendered')) throw new Error(`${path} was not rendered`)
    }
  }
  await Promise.all([openNext(), openNext()])
}
