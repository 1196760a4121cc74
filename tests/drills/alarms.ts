import { type ChildProcess, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import pino from 'pino'
import { openPostgres } from '#server/db/client.ts'
import { startMailServer } from '#tests/support/server/mail-server.ts'
import { postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'
import { type Fault, type Installation, machineFaults, serverFaults } from './alarm-faults.ts'
import { type Machines, startDatabaseMachines } from './database-machines.ts'
import { startLoad } from './load.ts'
import { publicUrl, startMonitoring } from './prometheus.ts'
import { runbooks, runCommands } from './runbook.ts'
import { startServers, stopServers } from './servers.ts'

const port = 3950
const metricsPort = 3970
const address = `http://localhost:${port}`
const metricsAddresses = [0, 1].map((index) => `localhost:${metricsPort + index}`)
/** For an alarm to begin, and to end. */
const limitMs = 240_000

type Row = Record<string, string | number>
type Variables = Record<string, string>
type Monitoring = Installation['monitoring']

export const alarmFaults = [...Object.keys(serverFaults), ...Object.keys(machineFaults)]

/**
 * Causes one fault after the other. Of each, the alarm must begin, the commands of its page must show the fault, and after
 * what the page says to do the alarm must end. Most need two servers on one PostgreSQL, some three database machines.
 */
export async function drillAlarms(chosen: readonly string[]): Promise<Row[]> {
  const ofServers = Object.entries(serverFaults).filter(([name]) => chosen.includes(name))
  const ofMachines = Object.entries(machineFaults).filter(([name]) => chosen.includes(name))
  return [
    ...(ofServers.length > 0 ? await drillServers(ofServers) : []),
    ...(ofMachines.length > 0 ? await drillMachines(ofMachines) : []),
  ]
}

async function drillMachines(faults: readonly [string, Fault<Machines>][]): Promise<Row[]> {
  await using opened = new AsyncDisposableStack()
  const machines = await startDatabaseMachines()
  opened.defer(() => machines.stop())
  const { directory } = machines
  const addresses = ['10.77.0.1', '10.77.0.2', '10.77.0.3']
  const patroni = addresses.map((each) => `${each}:8008`)
  const monitoring = await startMonitoring({ directory, balancer: `127.0.0.1:${port}`, servers: [], machines: patroni })
  opened.defer(() => monitoring.stop())
  const variables = { DATABASE_MACHINES: addresses.join(' ') }
  const began = Date.now()
  const rows: Row[] = []
  for (const [name, fault] of faults) rows.push(await play(name, fault, { place: machines, monitoring, variables }))
  await requireSeries(monitoring, { since: began, of: /^(?=.*patroni_)/ })
  return rows
}

async function drillServers(faults: readonly [string, Fault<Installation>][]): Promise<Row[]> {
  await using opened = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'personal-account-alarms-'))
  const database = await startPostgres()
  opened.defer(() => database.stop())
  const urls = await makeDatabase(database)
  const mail = await startMailServer()
  opened.defer(() => mail.close())
  const servers = createServers({ directory, databaseUrl: urls.account, smtpUrl: mail.url })
  await servers.start()
  opened.defer(() => servers.stop())
  const balancer = `127.0.0.1:${port}`
  const monitoring = await startMonitoring({ directory, balancer, servers: metricsAddresses, machines: [] })
  opened.defer(() => monitoring.stop())

  const load = await startLoad({ address, databaseUrl: urls.account })
  opened.defer(() => load.stop())
  const direct = await openPostgres(urls.account, 2, pino({ level: 'silent' }))
  opened.defer(() => direct.close())
  const { superuser: superuserUrl, archive } = urls
  const installation: Installation = {
    address,
    superuserUrl,
    opened: direct,
    archive,
    mail,
    monitoring,
    servers,
    database,
  }
  const variables = {
    PUBLIC_URL: publicUrl,
    CURL_CA_BUNDLE: monitoring.certificate,
    DATABASE_URL: urls.account,
    SUPERUSER_URL: urls.superuser,
    DATABASE_MACHINES: '',
    SERVER_METRICS: metricsAddresses.join(' '),
    SERVER_LOG: join(directory, 'servers.log'),
    BACKUPS: directory,
    METRIC_FILES: monitoring.metricFiles,
  }
  const began = Date.now()
  await runCommands('docs/runbooks/backup-too-old.md', 'note', variables)
  const rows: Row[] = []
  for (const [name, fault] of faults) rows.push(await play(name, fault, { place: installation, monitoring, variables }))
  // No import has run, and the database machines are another part.
  if (faults.length === Object.keys(serverFaults).length)
    await requireSeries(monitoring, { since: began, of: /^(?!.*(import_age_seconds|patroni_))/ })
  rmSync(directory, { recursive: true, force: true })
  return rows
}

type Stage<Place> = { place: Place; monitoring: Monitoring; variables: Variables }

/** One fault, from its beginning to the proof of its end. */
async function play<Place>(
  name: string,
  fault: Fault<Place>,
  { place, monitoring, variables }: Stage<Place>,
): Promise<Row> {
  const { alarms, shows } = fault
  const page = runbooks().get(alarms[0]) ?? ''
  await untilFiring(monitoring, alarms, false)
  const since = Date.now()
  const end = await fault.begin(place)
  let begins: number
  try {
    begins = (await untilFiring(monitoring, alarms, true)) - since
    await untilShown(page, shows, variables)
  } catch (error) {
    await end()
    throw error
  }
  const ending = Date.now()
  await end()
  for (const step of ['first', 'then', 'note']) {
    const done = await runCommands(page, step, variables)
    if (done && done.code !== 0) throw new Error(`${page}, ${step}: exit code ${done.code}\n${done.said}`)
  }
  const ends = (await untilFiring(monitoring, alarms, false)) - ending
  const over = await runCommands(page, 'over', variables)
  if (over?.code !== 0) throw new Error(`${page}: not over\n${over?.said}`)
  const row = { fault: name, alarm: alarms.join(', '), 'begins after': seconds(begins), 'ends after': seconds(ends) }
  console.log(Object.values(row).join(' · '))
  return row
}

/** Looks a few times: some faults come in pulses. */
async function untilShown(page: string, fault: RegExp, variables: Variables): Promise<void> {
  let said = ''
  for (let time = 0; time < 10; time += 1) {
    said = (await runCommands(page, 'see', variables))?.said ?? ''
    if (fault.test(said)) return
    await pause(700)
  }
  throw new Error(`${page} does not show the fault:\n${said}`)
}

/** Waits until all of the alarms are on, or none is. Returns when that was. */
async function untilFiring(monitoring: Monitoring, alarms: readonly string[], isOn: boolean): Promise<number> {
  const end = Date.now() + limitMs
  for (;;) {
    const firing = await monitoring.firing()
    if (alarms.every((alarm) => firing.has(alarm) === isOn)) return Date.now()
    if (Date.now() > end)
      throw new Error(`${alarms.join()} ${isOn ? 'did not begin' : 'did not end'}; on: ${[...firing].join()}`)
    await pause(500)
  }
}

/** Each of these queries of the dashboard must have had a value. */
async function requireSeries(monitoring: Monitoring, { since, of }: { since: number; of: RegExp }): Promise<void> {
  const { panels } = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))
  for (const { title, expr } of queries.filter((query) => of.test(query.expr))) {
    const count = await monitoring.series(expr.replaceAll('$__rate_interval', '20s'), since)
    if (count === 0) throw new Error(`The dashboard shows nothing in "${title}": ${expr}`)
  }
}

/** A database that archives its log to a folder. */
async function makeDatabase(database: Awaited<ReturnType<typeof startPostgres>>) {
  const { socket } = database
  const archive = join(socket, 'archive')
  mkdirSync(archive)
  chmodSync(archive, 0o777)
  const client = new Client({ connectionString: postgresUrl(socket, 'postgres') })
  await client.connect()
  await client.query('create role account login')
  await client.query('create database account owner account')
  await client.query("alter system set archive_mode = 'on'")
  await client.query(`alter system set archive_command = 'cp %p ${archive}/%f'`)
  await client.end()
  await database.restart('fast')
  const superuser = postgresUrl(socket, 'account')
  return { archive, superuser, account: superuser.replace('postgres@', 'account@') }
}

type Wanted = { directory: string; databaseUrl: string; smtpUrl: string }

function createServers({ directory, databaseUrl, smtpUrl }: Wanted): Installation['servers'] {
  let servers: ChildProcess | null = null
  const mail = { SMTP_URL: smtpUrl, MAIL_FROM: 'school@mail.example' }
  const variables = { METRICS_PORT: `${metricsPort}`, ...mail }
  return {
    pids: () =>
      spawnSync('pgrep', ['-P', `${servers?.pid}`, '-f', 'server/main.ts'], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter(Boolean)
        .map(Number),
    async start() {
      servers = await startServers({ directory, databaseUrl, port, variables })
    },
    async stop() {
      if (servers) await stopServers(servers)
    },
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}
