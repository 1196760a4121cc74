import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { type PostgresServer, postgresUrl } from '#tests/support/server/postgres-server.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { type Costs, costs, mean } from './model.ts'
import type { Traffic } from './visitor.ts'

type Measured = { server: ServerProcess; primary: PostgresServer; replica: PostgresServer; traffic: Traffic }

export type Meter = Awaited<ReturnType<typeof openMeter>>

/** Reads what the server, PostgreSQL and the visitors have used so far. Linux. */
export async function openMeter({ server, primary, replica, traffic }: Measured) {
  const [own, ofReplica] = await Promise.all([connect(primary), connect(replica)])
  let notifications = 0
  own.on('notification', () => {
    notifications += 1
  })
  await own.query('listen account_changes')

  async function read(of = server): Promise<Costs> {
    const { rows } = await own.query<{ log: string }>(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log`)
    const [whole, main] = [cpuOf(of.pid()).own, cpuOf(of.pid(), `task/${of.pid()}/`).own]
    return {
      'main thread': main,
      'other threads': whole - main,
      primary: cpuOfPostgres(primary),
      replica: cpuOfPostgres(replica) - cpuOfReplay(replica),
      replay: cpuOfReplay(replica),
      statements: (await statementsOf(own)) + (await statementsOf(ofReplica)),
      log: Number(rows[0]?.log),
      notifications,
      bytes: traffic.bytes,
    }
  }

  return {
    database: own,
    /** What is used until `run` ends, and its seconds; of another server if it is given. */
    async during(run: () => Promise<unknown>, of = server): Promise<{ used: Costs; seconds: number }> {
      const [before, began] = [await read(of), performance.now()]
      await run()
      const [after, seconds] = [await read(of), (performance.now() - began) / 1000]
      return { used: costs((resource) => after[resource] - before[resource]), seconds }
    },
    memoryOfServer: () => kilobytesIn(`/proc/${server.pid()}/status`, 'VmRSS') * 1024,
    /** Connections to the primary but those of this meter, and the mean of their own memory in bytes. */
    async connections(): Promise<{ count: number; memory: number }> {
      const { rows } = await own.query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and application_name <> 'meter'`,
      )
      const memories = rows.flatMap(({ pid }) => ofRunning(() => memoryOfConnection(pid)) ?? [])
      return { count: rows.length, memory: mean(memories) }
    },
    /** Seconds by which the replica is behind; none while nothing was written. */
    async lag(): Promise<number[]> {
      const { rows } = await own.query<{ lag: number | null }>(
        'select extract(epoch from replay_lag)::float8 as lag from pg_stat_replication',
      )
      return rows.flatMap(({ lag }) => lag ?? [])
    },
    /** A change that concerns no user, which all servers hear. */
    async notifyNoUser(): Promise<void> {
      await own.query(`select pg_notify('account_changes', $1)`, [changeOfNoUser])
    },
    async close(): Promise<void> {
      await Promise.all([own.end(), ofReplica.end()])
    },
  }
}

const changeOfNoUser = JSON.stringify({
  id: randomUUID(),
  users: [randomUUID()],
  calls: ['GET /v1/profile/notification/unread'],
  by: null,
})

async function connect({ socket }: PostgresServer): Promise<Client> {
  const client = new Client({ connectionString: postgresUrl(socket, 'postgres'), application_name: 'meter' })
  await client.connect()
  return client
}

async function statementsOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ calls: string }>('select sum(calls) as calls from pg_stat_statements')
  return Number(rows[0]?.calls)
}

/** CPU seconds of a process, and of its children that have ended. */
function cpuOf(pid: number, task = ''): { own: number; ended: number } {
  const [, user, system, endedUser, endedSystem] =
    /\) (?:\S+ ){11}(\d+) (\d+) (\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/${task}stat`, 'utf8')) ?? []
  return { own: (Number(user) + Number(system)) / 100, ended: (Number(endedUser) + Number(endedSystem)) / 100 }
}

function cpuOfPostgres({ pids }: PostgresServer): number {
  const [postmaster = 0, ...children] = pids()
  const { own, ended } = cpuOf(postmaster)
  return children.reduce((sum, pid) => sum + (ofRunning(() => cpuOf(pid).own) ?? 0), own + ended)
}

/** Null if the process has ended since it was listed, as the `ps` that lists them. */
function ofRunning<Figure>(read: () => Figure): Figure | null {
  try {
    return read()
  } catch {
    return null
  }
}

function memoryOfConnection(pid: number): number {
  return kilobytesIn(`/proc/${pid}/smaps_rollup`, 'Private_Dirty') * 1024
}

/** In nanoseconds in /proc: replaying little takes less than a tick. */
function cpuOfReplay({ pids }: PostgresServer): number {
  const isReplay = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('startup')
  const pid = pids().find((each) => ofRunning(() => isReplay(each)))
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
}

function kilobytesIn(path: string, field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(path, 'utf8'))?.[1])
}
