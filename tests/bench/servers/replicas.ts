import { setTimeout as pause } from 'node:timers/promises'
import { recentWrites } from '#server/changes/last-writes.ts'
import { median } from '#tests/bench/lines.ts'
import { loadOf, workloads } from '#tests/bench/load.ts'
import { headersAt } from '#tests/bench/scale.ts'
import { postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { holdTo } from './core-share.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Row = Record<string, string | number>

/** The share of a core for each PostgreSQL: the rest of two cores is enough for the server and the clients. */
const share = 0.15
/** Shares are granted in tenths of a second, so a single round is up to a fifth off. */
const rounds = 5
const numbers = [0, 1, 2] as const

/** Throughput of one server with a primary alone, and with one and two replicas beside it. */
export async function measureReplicas(start: Start): Promise<Row[]> {
  const primary = await startPostgres()
  const DATABASE_URL = postgresUrl(primary.socket, 'postgres')
  const first = await start({ DATABASE_URL })
  const replicas = [await startPostgres({ primary: primary.socket }), await startPostgres({ primary: primary.socket })]
  const urls = replicas.map(({ socket }) => postgresUrl(socket, 'postgres'))
  const withReplicas = (count: number) => start({ DATABASE_URL, DATABASE_READ_URL: urls.slice(0, count).join() })
  const servers = [first, await withReplicas(1), await withReplicas(2)]
  const headers = await headersAt(first)
  // A session that has just begun reads from the primary.
  await pause(recentWrites + 1_000)
  const held = [primary, ...replicas].map(({ pids }) => holdTo(share, pids()))
  const rows: Row[] = []
  // The profile is read with the session.
  const { profile: _, ...measured } = workloads()
  for (const [what, paths] of Object.entries(measured)) {
    const taken = numbers.map((): number[] => [])
    for (let round = 0; round < rounds; round += 1)
      for (const count of numbers) {
        const { address, pid } = servers[count] as ServerProcess
        taken[count]?.push((await loadOf({ address, pid: pid() }, paths, headers)).perSecond)
      }
    const [none = 0, one = 0, two = 0] = taken.map(median)
    const perSecond = { 'primary alone, per second': none, 'with one replica': one, 'with two': two }
    rows.push({ what, ...perSecond, 'ratio of one': (one / none).toFixed(2), 'ratio of two': (two / none).toFixed(2) })
  }
  for (const server of servers) await server.stop()
  for (const { stop } of [...replicas, primary]) await stop()
  for (const free of held) free()
  return rows
}
