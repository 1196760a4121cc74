import { median } from '#tests/bench/lines.ts'
import { loadOf, workloads } from '#tests/bench/load.ts'
import { headersAt } from '#tests/bench/scale.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { holdTo } from './core-share.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Row = Record<string, string | number>

/** The share of a core for each server: two cores are then enough for both, PostgreSQL and the clients. */
const share = 0.15
/** Shares are granted in tenths of a second, so a single round is up to a fifth off. */
const rounds = 7

/**
 * Throughput of two servers on one PostgreSQL beside one. Each has a limited share of a core, as on a machine with
 * more cores: without the limit, one server, its database and the clients use two cores. Each server has the same
 * number of clients, because a server with fewer clients has fewer sessions to look up together.
 */
export async function measureServers(start: Start): Promise<Row[]> {
  await setup()
  const env = { DATABASE_URL: await createDatabase('several') }
  const servers = [await start(env), await start(env)]
  const headers = await headersAt(servers[0] as ServerProcess)
  const held = servers.map(({ pid }) => holdTo(share, [pid()]))
  const rows: Row[] = []
  for (const [what, paths] of Object.entries(workloads())) {
    const answered = async (some: ServerProcess[]) => {
      const asked = some.map(({ address, pid }) => loadOf({ address, pid: pid() }, paths, headers))
      return (await Promise.all(asked)).reduce((sum, { perSecond }) => sum + perSecond, 0)
    }
    const taken = { one: [] as number[], two: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      taken.one.push(await answered(servers.slice(round % 2, (round % 2) + 1)))
      taken.two.push(await answered(servers))
    }
    const [one, two] = [median(taken.one), median(taken.two)]
    rows.push({ what, 'one, per second': one, 'two, per second': two, ratio: (two / one).toFixed(2) })
  }
  for (const server of servers) await server.stop()
  for (const free of held) free()
  await teardown()
  return rows
}
