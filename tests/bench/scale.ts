import { openPostgres } from '#server/db/client.ts'
import { createLog } from '#server/terminal/log.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { addLargeSchool } from '#tests/support/schools/large-school.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { type Load, loadOf, login, middleOf, rounds, workloads } from './load.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Row = Record<string, string | number>

const few = 1_000
const connections = [10, 50, 100, 500] as const

/** The calls of one family beside a thousand and a million users, lessons, payments and marks of others. */
export async function measureMillion(start: Start, many: number): Promise<Row[]> {
  await setup()
  const sizes = [few, many]
  const schools: { server: ServerProcess; headers: Record<string, string> }[] = []
  for (const size of sizes) {
    const env = { DATABASE_URL: await createDatabase(`school_of_${size}`) }
    const server = await start(env)
    const { database, close } = await openPostgres(env.DATABASE_URL, 1, createLog({ LOG_LEVEL: 'warn' }))
    await addLargeSchool(database, size)
    await close()
    schools.push({ server, headers: await headersAt(server) })
  }
  const rows: Row[] = []
  for (const [what, paths] of Object.entries(workloads())) {
    const taken = sizes.map((): Load[] => [])
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { server, headers }] of schools.entries()) {
        taken[index]?.push(await loadOf({ address: server.address, pid: server.pid() }, paths, headers, 4))
      }
    }
    const [less, more] = taken.map(middleOf)
    rows.push({
      what,
      [`p99 with ${few}, ms`]: less?.p99 ?? Number.NaN,
      [`p99 with ${many}, ms`]: more?.p99 ?? Number.NaN,
      [`per second with ${few}`]: less?.perSecond ?? Number.NaN,
      [`per second with ${many}`]: more?.perSecond ?? Number.NaN,
    })
  }
  for (const { server } of schools) await server.stop()
  await teardown()
  return rows
}

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

export async function headersAt(server: ServerProcess): Promise<Record<string, string>> {
  const { name, value } = await newSession(server, login)
  return { cookie: `${name}=${value}` }
}
