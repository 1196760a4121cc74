import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

/** What deploy/ha/haproxy-databases.cfg names. */
const machineNames = ['db-1', 'db-2', 'db-3'] as const
type MachineName = (typeof machineNames)[number]

const bridge = 'account-ha'
const gateway = '10.77.0.254'
const programs = ['etcd', 'patroni', 'disk'] as const
type Program = (typeof programs)[number]
/** Debian's packages of the database machines. */
export const packagesOfMachines = [
  'patroni',
  'python3-etcd',
  'etcd-server',
  'pgbackrest',
  'pgbouncer',
  'haproxy',
  'iproute2',
]
const required = ['patroni', 'etcd', 'pgbackrest', 'pgbouncer', 'haproxy', 'ip', 'runuser']
const passwords = { superuser: 'superuser-of-the-drill', replication: 'replication-of-the-drill' }
const passphrase = 'passphrase-of-the-drill'

type Member = { name: string; role: string; state: string; lag?: number | string }

export type Machines = Awaited<ReturnType<typeof startDatabaseMachines>>

/**
 * Three database machines with the files of deploy/ha: each is a network namespace with etcd, Patroni and PostgreSQL, and
 * with a disk of its own, of 1 GB in memory or a directory. They share a repository of pgBackRest. Beside them runs what a
 * machine with a server has: HAProxy and PgBouncer. Linux, root.
 */
export async function startDatabaseMachines(disks: 'memory' | 'directories' = 'memory') {
  const lacking = whatMachinesLack()
  if (lacking !== null) throw new Error(lacking)

  const directory = mkdtempSync(join(tmpdir(), 'personal-account-ha-'))
  chmodSync(directory, 0o755)
  const repository = join(directory, 'repository')
  const repositoryVariables = { PGBACKREST_REPO1_PATH: repository, PGBACKREST_REPO1_CIPHER_PASS: passphrase }
  const own: ChildProcess[] = []
  // What a drill that was killed left behind.
  stop()

  function makeMachine(name: MachineName): void {
    run('ip', 'netns', 'add', name)
    run('ip', 'link', 'add', `${name}-link`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    run('ip', 'link', 'set', `${name}-link`, 'master', bridge, 'up')
    run('ip', '-n', name, 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'eth0')
    for (const device of ['eth0', 'lo']) run('ip', '-n', name, 'link', 'set', device, 'up')
    mkdirSync(diskOf(name))
    if (disks === 'memory') run('mount', '-t', 'tmpfs', '-o', 'size=1g,mode=0700', name, diskOf(name))
    run('chown', 'postgres:', diskOf(name))
  }

  function start(name: MachineName, started: readonly Program[] = programs): void {
    for (const program of started) {
      const log = openSync(join(directory, `${name}-${program}.log`), 'a')
      spawnOn(name, log, `${program}.sh`)
    }
  }

  /** A script of deploy/ha on one machine, as user postgres, with the variables of its node.env. */
  function spawnOn(name: MachineName, log: number, script: string, ...args: string[]): ChildProcess {
    const file = resolve('deploy/ha', script)
    return spawn('ip', ['netns', 'exec', name, 'runuser', '-u', 'postgres', '--', file, ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, ...environmentOf(name) },
      stdio: ['ignore', log, log],
    })
  }

  /** Waits until the script has succeeded. */
  async function runOn(name: MachineName, script: string, ...args: string[]): Promise<void> {
    const file = join(directory, `${name}-${script}.log`)
    const [code] = await once(spawnOn(name, openSync(file, 'a'), script, ...args), 'exit')
    if (code !== 0)
      throw new Error(`${script} ${args.join(' ')} on ${name}: exit code ${code}\n${readFileSync(file, 'utf8')}`)
  }

  /** What `systemctl stop` does: Patroni stops PostgreSQL and ends. */
  async function stopPatroni(name: MachineName): Promise<void> {
    const patroni = () => {
      const pids = spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
      return pids.filter((pid) => commandOf(pid).includes('/usr/bin/patroni\0'))
    }
    run('kill', '-TERM', ...patroni())
    while (patroni().length > 0) await pause(100)
  }

  function environmentOf(name: MachineName): Record<string, string> {
    return {
      NODE_NAME: name,
      NODE_ADDRESS: addressOf(name),
      CLUSTER: machineNames.map((each) => `${each}=http://${addressOf(each)}:2380`).join(),
      ETCD_ENDPOINTS: machineNames.map((each) => `${addressOf(each)}:2379`).join(),
      DATA: diskOf(name),
      SUPERUSER_PASSWORD: passwords.superuser,
      REPLICATION_PASSWORD: passwords.replication,
      ...repositoryVariables,
    }
  }

  function diskOf(name: MachineName): string {
    return join(directory, name)
  }

  function signal(name: MachineName, kind: 'KILL' | 'STOP' | 'CONT'): void {
    const pids = spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
    if (pids.length > 0) spawnSync('kill', [`-${kind}`, ...pids])
  }

  /** Members as the primary knows them: others may still have an older list. */
  async function members(): Promise<Member[]> {
    for (const name of machineNames) {
      const ask = (path: string) =>
        fetch(`http://${addressOf(name)}:8008/${path}`, { signal: AbortSignal.timeout(1000) }).catch(() => null)
      if (!(await ask('primary'))?.ok) continue
      const answer = await ask('cluster')
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  /** A primary with two replicas that follow it, one of them synchronous. */
  async function untilWhole(withinMs = 120_000): Promise<MachineName> {
    const end = Date.now() + withinMs
    while (Date.now() < end) {
      const all = await members()
      const primary = all.find(({ role, state }) => role === 'leader' && state === 'running')
      const isWhole =
        all.length === machineNames.length &&
        all.every(({ role, state }) => role === 'leader' || ['running', 'streaming'].includes(state)) &&
        all.some(({ role }) => role === 'sync_standby')
      if (primary && isWhole && (await followers()) === machineNames.length - 1) return primary.name as MachineName
      await pause(500)
    }
    throw new Error(`The database machines are not whole: ${JSON.stringify(await members())}; logs in ${directory}`)
  }

  /** How many machines receive the log: one that Patroni calls running may have to be rewound first. */
  async function followers(): Promise<number> {
    const client = new Client({ connectionString: superuserUrl('postgres') })
    try {
      await client.connect()
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int from pg_stat_replication where state = 'streaming'`,
      )
      return rows[0]?.count ?? 0
    } catch {
      return 0
    } finally {
      await client.end()
    }
  }

  /** The machine answers as the primary, with or without a replica. */
  async function untilPrimary(name: MachineName): Promise<void> {
    const isPrimary = () =>
      fetch(`http://${addressOf(name)}:8008/primary`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isPrimary())) await pause(200)
  }

  async function makeDatabase(): Promise<{ databaseUrl: string; readUrl: string }> {
    const client = new Client({ connectionString: superuserUrl('postgres') })
    await client.connect()
    await client.query(`create role account login password 'account'`)
    await client.query(`alter role account set statement_timeout = '30s'`)
    await client.query('create database account owner account')
    await client.end()
    return {
      databaseUrl: 'postgres://account:account@127.0.0.1:6432/account',
      readUrl: 'postgres://account:account@127.0.0.1:5001/account',
    }
  }

  function superuserUrl(database: string): string {
    return `postgres://postgres:${passwords.superuser}@127.0.0.1:5000/${database}`
  }

  function startAccess(): void {
    const configuration = resolve('deploy/ha')
    own.push(
      spawn('haproxy', ['-f', `${configuration}/haproxy.cfg`, '-f', `${configuration}/haproxy-databases.cfg`], {
        stdio: 'ignore',
      }),
    )
    const pooler = join(directory, 'pgbouncer')
    mkdirSync(pooler)
    writeFileSync(join(pooler, 'userlist.txt'), '"account" "account"\n')
    const log = openSync(join(directory, 'pgbouncer.log'), 'a')
    const args = ['-u', 'postgres', '--', 'pgbouncer', `${configuration}/pgbouncer.ini`]
    own.push(spawn('runuser', args, { cwd: pooler, stdio: ['ignore', log, log] }))
  }

  try {
    run('ip', 'link', 'add', bridge, 'type', 'bridge')
    run('ip', 'addr', 'add', `${gateway}/24`, 'dev', bridge)
    run('ip', 'link', 'set', bridge, 'up')
    mkdirSync(repository)
    run('chown', 'postgres:', repository)
    for (const name of machineNames) makeMachine(name)
    for (const name of machineNames) start(name)
    startAccess()
    await runOn(await untilWhole(), 'pgbackrest.sh', 'stanza-create')
    return {
      directory,
      ...(await makeDatabase()),
      superuserUrl,
      repositoryVariables,
      machineNames,
      runOn,
      stopPatroni,
      startPatroni: (name: MachineName) => start(name, ['patroni']),
      members,
      untilWhole,
      untilPrimary,
      faults: {
        /** The machine loses its power; it starts again. */
        kill: { begin: (name: MachineName) => signal(name, 'KILL'), end: (name: MachineName) => start(name) },
        /** The machine reaches no other and is not reached. */
        network: {
          begin: (name: MachineName) => run('ip', 'link', 'set', `${name}-link`, 'down'),
          end: (name: MachineName) => run('ip', 'link', 'set', `${name}-link`, 'up'),
        },
        /** No byte is left on the disk of the data. */
        disk: {
          begin: (name: MachineName) => {
            spawnSync('dd', ['if=/dev/zero', `of=${join(diskOf(name), 'fill')}`, 'bs=1M'], { stdio: 'ignore' })
          },
          end: (name: MachineName) => {
            run('rm', '-f', join(diskOf(name), 'fill'))
            signal(name, 'KILL')
            start(name)
          },
        },
        /** The machine stands still, and goes on later as if nothing had happened. */
        pause: { begin: (name: MachineName) => signal(name, 'STOP'), end: (name: MachineName) => signal(name, 'CONT') },
      },
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }

  function stop(): void {
    for (const child of own) child.kill('SIGKILL')
    spawnSync('pkill', ['-KILL', '-f', `${resolve('deploy/ha')}/pgbouncer.ini`])
    for (const name of machineNames) {
      signal(name, 'KILL')
      spawnSync('ip', ['link', 'del', `${name}-link`])
      spawnSync('ip', ['netns', 'del', name])
      spawnSync('umount', ['-l', diskOf(name)])
      rmSync(diskOf(name), { recursive: true, force: true })
    }
    rmSync(repository, { recursive: true, force: true })
    spawnSync('ip', ['link', 'del', bridge])
  }
}

/** Why there can be no database machines here; null if there can. */
export function whatMachinesLack(): string | null {
  if (process.getuid?.() !== 0) return 'Network namespaces and disks need root.'
  const missing = required.filter((program) => spawnSync('which', [program]).status !== 0)
  if (missing.length === 0) return null
  return `Missing: ${missing.join(', ')} (apt install ${packagesOfMachines.join(' ')}).`
}

function addressOf(name: MachineName): string {
  return `10.77.0.${name.slice(-1)}`
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}
