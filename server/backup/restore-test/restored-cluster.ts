import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '#server/terminal/startup-error.ts'
import { sameInAll } from '#server/terminal/terminal-language.ts'
import type { Figures } from './figures.ts'

export type LastBackup = { label: string; endedAt: number; figures: Figures }

type Info = {
  backup: { label: string; timestamp: { stop: number }; annotation?: Record<string, string> }[]
}[]

const programs = process.env.POSTGRESQL_BIN || '/usr/lib/postgresql/15/bin'
const settings = { PGBACKREST_CONFIG: resolve('deploy/ha/pgbackrest.conf'), PGBACKREST_STANZA: 'account' }
/** Reached only by its owner, and without an archive and a second machine. */
const options = [
  'listen_addresses=',
  'archive_mode=off',
  'synchronous_standby_names=',
  'max_connections=200',
  'logging_collector=off',
]

/** The newest backup of the repository of PGBACKREST_REPO1_…, with the numbers of rows that `backup.sh` has counted. */
export async function readLastBackup(): Promise<LastBackup> {
  const [stanza] = JSON.parse(await pgbackrest(['info', '--output=json'])) as Info
  const last = stanza?.backup.at(-1)
  if (!last) throw new StartupError({ ru: 'В хранилище нет резервной копии.', en: 'The repository has no backup.' })
  const figures = Object.entries(last.annotation ?? {}).map(([table, rows]) => [table, Number(rows)])
  return { label: last.label, endedAt: last.timestamp.stop, figures: Object.fromEntries(figures) }
}

/** Restores a backup into a directory and starts PostgreSQL on a socket there. The caller deletes the directory. */
export async function startRestored({ label }: LastBackup, directory: string) {
  const data = join(directory, 'data')
  const target = ['--type=immediate', '--target-action=promote']
  await pgbackrest([`--pg1-path=${data}`, `--set=${label}`, ...target, `--lock-path=${directory}/lock`, 'restore'])
  const access = join(directory, 'pg_hba.conf')
  writeFileSync(access, 'local all all trust\n')
  const all = [...options, `unix_socket_directories=${directory}`, `hba_file=${access}`]
  const log = join(directory, 'postgresql.log')
  const output = openSync(log, 'a')
  const args = ['-D', data, ...all.flatMap((option) => ['-c', option])]
  const server = spawn(join(programs, 'postgres'), args, {
    env: { ...process.env, ...settings, PGBACKREST_PG1_PATH: data, PGBACKREST_LOCK_PATH: join(directory, 'lock') },
    stdio: ['ignore', output, output],
  })
  const ended = once(server, 'exit').catch(() => undefined)
  const url = (user: string) => `postgres://${user}@localhost/account?host=${encodeURIComponent(directory)}`
  await untilRecovered(server, url('postgres'), log)
  return {
    url: url('account'),
    count: () => countRows(url('postgres')),
    async stop() {
      server.kill('SIGINT')
      await ended
    },
  }
}

async function untilRecovered(server: ChildProcess, url: string, log: string): Promise<void> {
  while (server.exitCode === null) {
    const isReady = await withClient(url, async (client) => {
      const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is')
      return rows[0]?.is === true
    }).catch(() => false)
    if (isReady) return
    await pause(500)
  }
  throw new StartupError(sameInAll(readFileSync(log, 'utf8').split('\n').slice(-5).join('\n')))
}

async function countRows(url: string): Promise<Figures> {
  const sql = readFileSync('deploy/ha/figures.sql', 'utf8')
  const { rows } = await withClient(url, (client) => client.query<[string, string]>({ text: sql, rowMode: 'array' }))
  return Object.fromEntries(rows.map(([table, count]) => [table, Number(count)]))
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns what it prints. */
async function pgbackrest(args: readonly string[]): Promise<string> {
  const child = spawn('pgbackrest', args, { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new StartupError(sameInAll(`pgbackrest: ${(out + err).trim()}`))
  return out
}
