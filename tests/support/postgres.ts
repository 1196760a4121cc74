import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import pino from 'pino'
import { openPostgres } from '#server/db/client.ts'

let stop: () => Promise<void> = async () => {}

/** Once per run of the tests: a PostgreSQL of our own, on a socket in a directory of its own, with a migrated template. */
export async function setup(): Promise<void> {
  const programs = dirname(findInitdb())
  const owner = ownerOfServer()
  const directory = mkdtempSync(join(tmpdir(), 'personal-account-postgres-'))
  if (owner) chownSync(directory, owner.uid, owner.gid)

  const data = join(directory, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...owner, cwd: directory, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)

  // Two suites at a time, of which each that races (races.ts) has 32 connections.
  const settings = ['listen_addresses=', `unix_socket_directories=${directory}`, 'fsync=off', 'max_connections=100']
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...owner,
    cwd: directory,
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  process.env.TEST_POSTGRES_SOCKET = directory
  await untilReady(directory)
  await makeTemplate()

  stop = async () => {
    // Fast shutdown: what a test left open must not keep the run waiting.
    server.kill('SIGINT')
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
}

export async function teardown(): Promise<void> {
  await stop()
}

export const templateName = 'migrated'

export function postgresUrl(socket: string, name: string): string {
  return `postgres://postgres@localhost/${name}?host=${encodeURIComponent(socket)}`
}

/** An empty database of the PostgreSQL that `setup` started; its address. */
export async function createDatabase(name: string): Promise<string> {
  const socket = process.env.TEST_POSTGRES_SOCKET ?? ''
  const client = new Client({ connectionString: postgresUrl(socket, 'postgres') })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return postgresUrl(socket, name)
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

async function makeTemplate(): Promise<void> {
  const opened = await openPostgres(await createDatabase(templateName), 1, pino({ level: 'silent' }))
  await opened.close()
}
