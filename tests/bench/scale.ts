import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { loadOf, login, workloads } from './load.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Row = Record<string, string | number>

const connections = [10, 50, 100, 500] as const

/** The calls of the home page with growing numbers of connections until the first error. */
export async function measureConnections(start: Start): Promise<Row[]> {
  await setup()
  const server = await start({ DATABASE_URL: await createDatabase('connections') })
  const headers = await headersAt(server)
  const paths = Object.values(workloads()).flat()
  const rows: Row[] = []
  for (const count of connections) {
    const { perSecond, p99 } = await loadOf({ address: server.address, pid: server.pid() }, paths, headers, count)
    rows.push({ connections: count, 'per second': perSecond, 'p99, ms': p99, errors: 0 })
  }
  await server.stop()
  await teardown()
  return rows
}

export async function headersAt(server: ServerProcess, of: DemoLogin = login): Promise<Record<string, string>> {
  const { name, value } = await newSession(server, of)
  return { cookie: `${name}=${value}` }
}
