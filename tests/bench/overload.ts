import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { quantile } from './lines.ts'
import { askAtRate } from './load.ts'
import { headersAt } from './scale.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Headers = Record<string, string>
type Answer = { taken: number; isRendered: boolean; isGood: boolean }

const pages = ['/home-page', '/contracts-and-payments', '/schedule']
const call = '/api/v1/profile'
const callsPerSecond = 20
const seconds = 5

/** Documents that are asked for more often than they can be rendered, and a call of other pages beside them. */
export async function measureOverload(start: Start): Promise<Record<string, string | number>[]> {
  await setup()
  const server = await start({ DATABASE_URL: await createDatabase('overload') })
  try {
    const headers = { ...(await headersAt(server)), 'accept-encoding': 'br' }
    await atRate(server, headers, pages, 20)
    const capacity = await renderedPerSecond(server, headers)
    const rows = []
    for (const times of [0.5, 1, 2, 4, 8]) {
      const [documents, calls] = await Promise.all([
        atRate(server, headers, pages, capacity * times),
        atRate(server, headers, [call], callsPerSecond),
      ])
      const shells = documents.filter(({ isRendered }) => !isRendered).length
      rows.push({
        'documents per second': Math.round(capacity * times),
        'of what is rendered': `${times} ×`,
        'shell, %': Math.round((shells / documents.length) * 100),
        'document p50': at(documents, 0.5),
        'document p95': at(documents, 0.95),
        'call p50': at(calls, 0.5),
        'call p95': at(calls, 0.95),
        failed: [...documents, ...calls].filter(({ isGood }) => !isGood).length,
      })
    }
    return rows
  } finally {
    await server.stop()
    await teardown()
  }
}

async function ask({ address }: ServerProcess, path: string, headers: Headers): Promise<Answer> {
  const begun = performance.now()
  const answer = await fetch(address + path, { headers })
  const text = await answer.text()
  return { taken: performance.now() - begun, isRendered: text.includes('data-rendered'), isGood: answer.ok }
}

/** Rendered documents of four people who open one after the other: as many as a thread works at. */
async function renderedPerSecond(server: ServerProcess, headers: Headers): Promise<number> {
  const begun = performance.now()
  const end = begun + seconds * 1000
  let rendered = 0
  const person = async (first: number) => {
    for (let at = first; performance.now() < end; at += 1)
      if ((await ask(server, pages[at % pages.length] ?? '/', headers)).isRendered) rendered += 1
  }
  await Promise.all([0, 1, 2, 3].map(person))
  return (rendered / (performance.now() - begun)) * 1000
}

function atRate(server: ServerProcess, headers: Headers, paths: readonly string[], perSecond: number) {
  return askAtRate({ perSecond, seconds }, (number) => ask(server, paths[number % paths.length] ?? '/', headers))
}

function at(answers: readonly Answer[], share: number): number {
  return Math.round(
    quantile(
      answers.map(({ taken }) => taken),
      share,
    ),
  )
}
