import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

/** The shutdown mode of PostgreSQL: `fast` ends sessions in order, `immediate` is a crash. */
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** In memory where the system offers it: a suite begins with a copy of the template, which is mostly writing files. */
const inMemory = '/dev/shm'
const place = existsSync(inMemory) ? inMemory : tmpdir()

type Wishes = {
  /** A directory for its data, other than that of its log. */
  data?: string
  /** The socket of the server that it follows. */
  primary?: string
  /** A directory outside of memory that keeps the databases for the next server. */
  kept?: string
  settings?: readonly string[]
}

/** A PostgreSQL on a socket in a directory of its own. */
export async function startPostgres({ data: dataDirectory, primary, kept, settings: more = [] }: Wishes = {}) {
  const programs = dirname(findInitdb())
  const owner = ownerOfServer()
  const directory = mkdtempSync(join(place, 'personal-account-postgres-'))
  if (owner) chownSync(directory, owner.uid, owner.gid)
  if (kept !== undefined) mkdirSync(kept, { recursive: true })
  if (kept !== undefined && owner) chownSync(kept, owner.uid, owner.gid)

  const data = join(kept ?? dataDirectory ?? directory, 'data')
  const log = join(kept ?? directory, 'log')
  const copying = ['-h', primary ?? '', '-D', data, '-U', 'postgres', '-R', '-c', 'fast', '--no-sync', '--waldir', log]
  const making = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '-X', log]
  const [program, options] = primary ? ['pg_basebackup', copying] : ['initdb', making]
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const made = spawnSync(join(programs, program), options, { ...owner, cwd: directory, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(`${program} failed: ${made.stderr}`)
  }

  // Several suites run concurrently, and each suite with races (races.ts) has 64 connections.
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${directory}`,
    'fsync=off',
    'max_connections=400',
    ...more,
  ]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  let server: ChildProcess
  let ended: Promise<unknown>
  async function start() {
    server = spawn(join(programs, 'postgres'), args, { ...owner, cwd: directory, stdio: 'ignore' })
    ended = once(server, 'exit')
    await untilReady(directory)
  }
  await start()

  return {
    socket: directory,
    /** Of the server and of its connections. */
    pids: () => ofGroup(server.pid),
    async restart(how: keyof typeof signals) {
      server.kill(signals[how])
      await ended
      await start()
    },
    /** Accepts connections and does not answer until it is thawed. */
    freeze: () => signal(server.pid, 'STOP'),
    thaw: () => signal(server.pid, 'CONT'),
    async stop() {
      // Fast shutdown, because a connection that a test left open must not delay the run.
      server.kill('SIGINT')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export function postgresUrl(socket: string, name: string): string {
  return `postgres://postgres@localhost/${name}?host=${encodeURIComponent(socket)}`
}

/** The server and its backends. */
function ofGroup(pid: number | undefined): number[] {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout
  return [Number(pid), ...children.split('\n').map(Number).filter(Boolean)]
}

/** `kill` goes on if a backend has ended since it was listed. */
function signal(pid: number | undefined, name: 'STOP' | 'CONT'): void {
  spawnSync('kill', [`-${name}`, ...ofGroup(pid).map(String)])
}

function findInitdb(): string {
  const [found] = globSync('/usr/lib/postgresql/*/bin/initdb').sort().reverse()
  const onPath = spawnSync('which', ['initdb'], { encoding: 'utf8' }).stdout.trim()
  const path = found ?? onPath
  if (!path) throw new Error('PostgreSQL is not installed here (apt-get install postgresql)')
  return path
}

/** PostgreSQL refuses to run as root. */
function ownerOfServer(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

async function untilReady(socket: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const client = new Client({ connectionString: postgresUrl(socket, 'postgres') })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await pause(50)
    }
  }
  throw new Error('PostgreSQL did not start within 10 seconds')
}
