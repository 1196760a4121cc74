import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { openPostgres } from '#server/db/client.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { createLog } from '#server/terminal/log.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { addLargeSchool } from '#tests/support/schools/large-school.ts'
import { freePorts } from '#tests/support/server/server-process.ts'
import { type Visitor, visitorAt } from '#tests/support/server/sign-in.ts'
import { type Machines, startDatabaseMachines } from './database-machines.ts'
import { startLoad, storedIds } from './load.ts'
import { address, startServers, stopServers } from './servers.ts'

type Row = Record<string, string | number>

const login = 'family'
const contracts = '/api/v1/profile/contract/list'
/** A database above some size is mostly files that people have sent. */
const rowsAtMost = 500_000_000
/** Of the large school, by one person with all that belongs to him; with indexes. */
const bytesOfPerson = 5_700
const bytesOfFile = 1_000_000
const tables = ['users', 'contracts', 'payments', 'lessons', 'marks', 'group_memberships', 'ticket_files'] as const

/**
 * Fills the database of three machines to a size, backs it up, deletes a table under load at a noted second, and brings the
 * school back to the second before by docs/backup.md. Counts acknowledged writes that are gone, and the time.
 */
export async function drillRestore(gigabytes: number): Promise<Row[]> {
  const machines = await startDatabaseMachines('directories')
  try {
    const servers = await startServers(machines)
    try {
      return [await play(machines, gigabytes, servers)]
    } finally {
      await stopServers(servers)
    }
  } finally {
    machines.stop()
  }
}

async function play(machines: Machines, gigabytes: number, servers: ChildProcess): Promise<Row> {
  const filled = stopwatch()
  await fill(machines, gigabytes)
  const size = await sizeOf(machines)
  say(`${gigabyte(size)} after ${filled()}`)
  const primary = await machines.untilWhole()
  await untilArchived(machines)
  const backedUp = stopwatch()
  for (const name of machines.machineNames) await machines.runOn(name, 'backup.sh', '--type=full')
  const backup = backedUp()
  say(`backed up after ${backup}`)

  const tested = stopwatch()
  await testBackup(machines)
  const test = tested()
  say(`backup tested after ${test}`)

  const visitor = visitorAt(address)
  await visitor.signIn(login)
  const before = { answer: await answerTo(visitor), counts: await counts(machines) }
  const cookie = `lk_session=${visitor.ours.get('lk_session')}`
  const load = await startLoad({ address, databaseUrl: machines.databaseUrl, cookie })
  await pause(10_000)
  const acknowledged = new Set(load.acknowledged)
  const moment = await query<{ now: string }>(machines, 'select now()::text as now')
  await pause(3_000)
  await query(machines, 'drop table payments cascade')
  const refused = await answerTo(visitor)
  if (refused.status !== 500) throw new Error(`The table is gone, and ${contracts} answered ${refused.status}.`)
  await load.stop()
  say(`table deleted; ${contracts} answers 500`)

  const back = stopwatch()
  await stopServers(servers)
  await machines.untilWhole()
  const replicas = machines.machineNames.filter((name) => name !== primary)
  for (const name of [...replicas, primary]) await machines.stopPatroni(name)
  say(`stopped after ${back()}`)
  await machines.runOn(primary, 'restore.sh', moment.now)
  say(`data restored after ${back()}`)
  machines.startPatroni(primary)
  await machines.untilPrimary(primary)
  say(`a primary after ${back()}`)
  for (const name of replicas) machines.startPatroni(name)
  await machines.untilWhole(600_000)
  say(`machines whole after ${back()}`)
  const restarted = await startServers(machines)
  try {
    const returned = await answerTo(visitor)
    const again = visitorAt(address)
    await again.signIn(login)
    const anew = await answerTo(again)
    const time = back()
    for (const [who, answer] of Object.entries({ 'the open session': returned, 'a new sign-in': anew }))
      if (answer.status !== 200 || answer.text !== before.answer.text)
        throw new Error(`${contracts} of ${who} is not what it was: ${answer.status}`)
    const now = await counts(machines)
    const differing = tables.filter((table) => before.counts[table] !== now[table])
    if (differing.length > 0) throw new Error(`Not as many rows as before: ${differing.join(', ')}`)
    const stored = await storedIds(machines.databaseUrl)
    return {
      size: gigabyte(size),
      backup,
      'restore test': test,
      'school back after': time,
      'acknowledged before': acknowledged.size,
      'lost in all': [...acknowledged].filter((id) => !stored.has(id)).length,
    }
  } finally {
    await stopServers(restarted)
  }
}

async function fill(machines: Machines, gigabytes: number): Promise<void> {
  const bytes = gigabytes * 1e9
  const log = createLog({ LOG_LEVEL: 'warn' })
  // Two tables are filled at once.
  const { database, close } = await openPostgres(machines.superuserUrl('account'), 2, log)
  await addLargeSchool(database, Math.ceil(Math.min(bytes, rowsAtMost) / bytesOfPerson))
  await query(machines, 'vacuum analyze')
  for (let left = bytes - rowsAtMost; left > 0; left -= bytesOfFile)
    await database.execute(sql`
      insert into ticket_files (owner_id, ticket_id, name, media_type, size, content, uploaded_at)
      select author_id, id, 'photo.jpg', 'image/jpeg', ${bytesOfFile}, ${randomBytes(bytesOfFile)}, now()
      from tickets limit 1`)
  await close()
}

/**
 * The log of the filling is in the repository: a backup waits a minute at most for what it needs of it. Fails if none of it
 * arrives for `stalledMs`.
 */
async function untilArchived(machines: Machines, stalledMs = 120_000): Promise<void> {
  const { needed } = await query<{ needed: string }>(machines, 'select pg_walfile_name(pg_switch_wal()) as needed')
  let [archived, end] = ['', Date.now() + stalledMs]
  while (archived < needed) {
    const { last } = await query<{ last: string }>(
      machines,
      `select coalesce(max(last_archived_wal), '') as last from pg_stat_archiver`,
    )
    if (last > archived) [archived, end] = [last, Date.now() + stalledMs]
    else if (Date.now() >= end)
      throw new Error(`${needed} is not archived, the last one is ${archived}; logs in ${machines.directory}`)
    if (archived < needed) await pause(1000)
  }
}

/** What cron starts at night on a machine that has the repository. */
async function testBackup({ directory, repositoryVariables }: Machines): Promise<void> {
  const [port, providerPort] = await freePorts()
  const env = {
    ...repositoryVariables,
    ...payeeVariables,
    PATH: process.env.PATH,
    PORT: `${port}`,
    IDP_PORT: `${providerPort}`,
    RESTORE_TEST_LOGIN: login,
    RESTORE_TEST_PASSWORD: demoPassword,
  }
  const log = join(directory, 'restore-test.log')
  const output = openSync(log, 'a')
  const command = [process.execPath, 'scripts/run.mjs', 'server/backup/restore-test/main.ts']
  const child = spawn('runuser', ['-u', 'postgres', '--', ...command], { env, stdio: ['ignore', output, output] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm run restore:test: exit code ${code}\n${readFileSync(log, 'utf8')}`)
}

async function answerTo(visitor: Visitor): Promise<{ status: number; text: string }> {
  const { status, text } = await visitor.ask('GET', contracts)
  return { status, text }
}

async function counts(machines: Machines): Promise<Record<string, string>> {
  const columns = tables.map((table) => `(select count(*) from ${table}) as ${table}`)
  return query(machines, `select ${columns.join()}`)
}

async function sizeOf(machines: Machines): Promise<number> {
  const { size } = await query<{ size: string }>(machines, `select pg_database_size('account') as size`)
  return Number(size)
}

/** The first row of a query on the primary. */
async function query<T = Record<string, string>>(machines: Machines, statement: string): Promise<T> {
  const client = new Client({ connectionString: machines.superuserUrl('account') })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows[0] as T
}

function stopwatch(): () => string {
  const began = performance.now()
  return () => `${Math.round((performance.now() - began) / 1000)} s`
}

function gigabyte(bytes: number): string {
  return `${(bytes / 1e9).toFixed(2)} GB`
}

function say(sentence: string): void {
  console.log(`${new Date().toISOString()} ${sentence}`)
}
