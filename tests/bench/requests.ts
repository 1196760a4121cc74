import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newSession } from '#tests/support/browser/story.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { type Asked, type Load, loadOf, login, middleOf, rounds, workloads } from './load.ts'

type Start = (env: Record<string, string>, wishes?: { dataFrom?: string }) => Promise<ServerProcess>
type Row = Record<string, string | number>

/**
 * Our responses beside those of a minimal handler with the same statement (tests/bench/bare-calls.ts), on both databases.
 * Each runs in its own process; they alternate, and the figures are medians. Only loopback; bounded in time.
 */
export async function measureRequests(start: Start): Promise<Row[]> {
  await setup()
  const rows: Row[] = []
  for (const place of [await onPostgres(start), await onPglite(start)]) {
    const server = await start(place.env, place.wishes)
    const bare = await startBare(place.bareEnv)
    const { name, value } = await newSession(server, login)
    const headers = { cookie: `${name}=${value}`, 'x-requested-with': 'lk' }
    for (const [what, paths] of Object.entries(workloads())) {
      const ours = { address: server.address, pid: server.pid() }
      rows.push(await compare(`${what}, ${place.name}`, ours, bare, paths, headers))
    }
    await server.stop()
    await bare.stop()
    place.drop()
  }
  await teardown()
  return rows
}

async function compare(what: string, ours: Asked, bare: Asked, paths: string[], headers: Record<string, string>) {
  const taken = { ours: [] as Load[], bare: [] as Load[] }
  for (let round = 0; round < rounds; round += 1) {
    taken.ours.push(await loadOf(ours, paths, headers))
    taken.bare.push(await loadOf(bare, paths, headers))
  }
  const [own, reference] = [middleOf(taken.ours), middleOf(taken.bare)]
  return {
    what,
    'per second': own.perSecond,
    'bare per second': reference.perSecond,
    ratio: (own.perSecond / reference.perSecond).toFixed(2),
    'p99, ms': own.p99,
    'bare p99, ms': reference.p99,
    'cpu, µs': Math.round(own.cpu),
    'bare cpu, µs': Math.round(reference.cpu),
    'ratio of cpu': (reference.cpu / own.cpu).toFixed(2),
  }
}

async function onPostgres(start: Start) {
  const env = { DATABASE_URL: await createDatabase('bench') }
  await (await start(env)).stop()
  return { name: 'PostgreSQL', env, bareEnv: env, wishes: {}, drop: () => {} }
}

/** Each has its own copy: the embedded database belongs to one process. */
async function onPglite(start: Start) {
  const copies = mkdtempSync(join(tmpdir(), 'personal-account-bench-'))
  const seeded = await start({})
  cpSync(seeded.dataDir, copies, { recursive: true })
  await seeded.stop()
  return {
    name: 'PGlite',
    env: {},
    bareEnv: { DATA_DIR: copies },
    wishes: { dataFrom: copies },
    drop: () => rmSync(copies, { recursive: true }),
  }
}

async function startBare(env: Record<string, string>) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['tests/bench/bare-calls.ts', '--login', login, ...new Set(Object.values(workloads()).flat())],
    { env: { ...process.env, LOG_LEVEL: 'warn', ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await Promise.race([once(child.stdout as Readable, 'data'), once(child, 'exit')])) as [
    Buffer | number,
  ]
  if (child.exitCode !== null) throw new Error('The bare handlers did not start')
  return {
    address: String(line).trim(),
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
