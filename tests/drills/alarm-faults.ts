import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { metricsText } from '#server/backup/restore-test/figures.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { queueMessages } from '#server/notifications/queue-message.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { addPayingPeople, pressAtBank, startCheckout } from '#tests/support/billing/paying-people.ts'
import type { MailServer } from '#tests/support/server/mail-server.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'
import { mountSmallDisk } from '#tests/support/server/small-disk.ts'
import type { Machines } from './database-machines.ts'
import { repeated, request, signStaffIn } from './payment-flows.ts'
import type { startMonitoring } from './prometheus.ts'

/** What the faults take hold of. */
export type Installation = {
  /** The balancer of the servers. */
  address: string
  superuserUrl: string
  opened: OpenDatabase
  /** The folder to which PostgreSQL copies its log. */
  archive: string
  mail: MailServer
  monitoring: Awaited<ReturnType<typeof startMonitoring>>
  servers: { pids(): number[]; stop(): Promise<void>; start(): Promise<void> }
  /** Stands still, and goes on. */
  database: { freeze(): void; thaw(): void }
}

export type Fault<Place> = {
  /** What begins and ends with it; the page is that of the first. */
  alarms: readonly [string, ...string[]]
  /** What the commands under "See it" must show. */
  shows: RegExp
  /** Returns what the page says to do beside its commands. */
  begin(place: Place): Promise<() => Promise<void> | void>
}

/** Of two servers on one PostgreSQL. */
export const serverFaults = {
  /** All servers and the balancer are gone. */
  servers: {
    alarms: ['NoServerAnswers'],
    shows: /status 503/,
    async begin({ servers }) {
      await servers.stop()
      return servers.start
    },
  },

  /** A right was taken from the role of the servers. */
  rights: {
    alarms: ['CallsFail'],
    shows: /42501/,
    async begin({ superuserUrl }) {
      await query(superuserUrl, 'revoke all on territories from account')
      return () => undefined
    },
  },

  /** A script locks a table again and again, for almost three seconds each time. */
  pulses: {
    alarms: ['CallsSlow'],
    shows: /\| Lock +\|/,
    async begin({ superuserUrl }) {
      const ending = new AbortController()
      const pulsing = (async () => {
        while (!ending.signal.aborted)
          await query(superuserUrl, 'begin; lock table territories; select pg_sleep(2.9); commit')
      })()
      return async () => {
        ending.abort()
        await pulsing
      }
    },
  },

  /** The servers get no processor time for most of each second. */
  starved: {
    alarms: ['ServerOverloaded'],
    shows: /nodejs_eventloop_lag_p99_seconds (0\.[3-9]|[1-9])/,
    async begin({ servers }) {
      const ending = new AbortController()
      const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
        for (const pid of servers.pids()) process.kill(pid, name)
      }
      const starving = (async () => {
        while (!ending.signal.aborted) {
          signal('SIGSTOP')
          await pause(700)
          signal('SIGCONT')
          await pause(500)
        }
      })()
      return async () => {
        ending.abort()
        await starving
      }
    },
  },

  /** PostgreSQL stands still. */
  frozen: {
    alarms: ['DatabaseUnreachable'],
    shows: /timeout expired/,
    async begin({ database }) {
      database.freeze()
      return database.thaw
    },
  },

  /** A session that was forgotten holds a table, and people go on reading it. */
  lock: {
    alarms: ['DatabasePoolExhausted'],
    shows: /idle in transaction/,
    async begin({ address, superuserUrl }) {
      const held = await hold(superuserUrl)
      await held.query('lock table banners')
      const ending = new AbortController()
      const reading = Array.from({ length: 60 }, async () => {
        while (!ending.signal.aborted) {
          await fetch(`${address}/api/v1/content/banners/list`).catch(() => null)
          await pause(100)
        }
      })
      return async () => {
        ending.abort()
        await Promise.all(reading)
      }
    },
  },

  /** A session that was forgotten holds a job that is due, so that no server takes it. The drill makes it older. */
  queue: {
    alarms: ['JobsWait'],
    shows: /send-message[\s\S]*idle in transaction/,
    async begin({ superuserUrl, opened }) {
      const message = { id: randomUUID(), kind: 'factor-locked', channel: 'email' }
      const ours = `select from pgboss.job where state = 'created' and data->>'id' = '${message.id}' for update`
      for (;;) {
        const due = new Date(Date.now() - 11 * 60_000)
        await enqueue(opened.database, 'send-message', [{ data: message, startAfter: due }])
        const held = await hold(superuserUrl)
        const { rowCount } = await held.query(ours)
        if (rowCount === 1) return () => undefined
        // A server was faster.
        await held.end()
      }
    },
  },

  /** The mail server refuses for now. */
  mail: {
    alarms: ['MessagesFail'],
    shows: /email/,
    async begin({ mail, opened }) {
      mail.refuseWith(451)
      const messages = Array.from({ length: 20 }, (_, number) => ({
        to: { email: `person-${number}@mail.example` },
        kind: 'factor-locked' as const,
        language: 'ru' as const,
        values: {},
        now: new Date(),
      }))
      await queueMessages(opened.database, messages)
      return () => mail.refuseWith(null)
    },
  },

  /** A small disk is filled to the last byte by a file that is not needed. */
  disk: {
    alarms: ['DiskNearlyFull'],
    shows: /100% +0 \/tmp\/personal-account-disk/,
    async begin() {
      const disk = mountSmallDisk(20)
      disk.fill()
      return async () => {
        disk.free()
        // The exporter has seen it free again before it is gone.
        await pause(5000)
        disk.unmount()
      }
    },
  },

  /** Cron has not run the backup since the day before yesterday. */
  backup: {
    alarms: ['BackupTooOld'],
    shows: /account_backup_completed_seconds \d+/,
    async begin({ monitoring }) {
      const old = Math.round(Date.now() / 1000) - 30 * 3600
      writeFileSync(join(monitoring.metricFiles, 'backup.prom'), `account_backup_completed_seconds ${old}\n`)
      return () => undefined
    },
  },

  /** The last backup could not be restored; the next test can restore it. */
  restoreTest: {
    alarms: ['RestoreTestFails'],
    shows: /account_restore_test_success 0/,
    async begin({ monitoring }) {
      const note = (isGood: boolean) => {
        const result = { isGood, endedAt: Date.now() / 1000, duration: 60, backupAt: null }
        writeFileSync(join(monitoring.metricFiles, 'restore-test.prom'), metricsText(result))
      }
      note(false)
      return () => note(true)
    },
  },

  /** The disk of the archive is not mounted any more. */
  archive: {
    alarms: ['ArchiveFails'],
    shows: /failed_count +\| [1-9]/,
    async begin({ archive, superuserUrl }) {
      renameSync(archive, `${archive}.away`)
      await query(superuserUrl, 'create table written (at timestamptz); drop table written; select pg_switch_wal()')
      return () => renameSync(`${archive}.away`, archive)
    },
  },

  /** A certificate of ten days. */
  certificate: {
    alarms: ['CertificateEnds'],
    shows: /notAfter=/,
    async begin({ monitoring }) {
      monitoring.renewCertificate(10)
      return () => monitoring.renewCertificate(90)
    },
  },

  /** The bank refuses all cards. The drill makes the refusals older when it accepts them again. */
  refusals: {
    alarms: ['PaymentsRefused'],
    shows: /refused +\| insufficient-funds +\| +12/,
    async begin({ address, superuserUrl, opened }) {
      for (const person of await addPayingPeople(opened.database, 12)) {
        const key = randomUUID()
        const checkout = await repeated(() => startCheckout(address, person, key))
        await repeated(() => pressAtBank(checkout, 'no-money'))
      }
      return () =>
        query(
          superuserUrl,
          `update checkouts set finished_at = finished_at - interval '2 hours' where state = 'refused'`,
        )
    },
  },

  /** The provider lists a payment that the ledger lacks; the staff clears it up in the panel. */
  difference: {
    alarms: ['PaymentsDiffer'],
    shows: /payment-not-booked/,
    async begin({ address, superuserUrl, opened }) {
      const id = randomUUID()
      await query(
        superuserUrl,
        `insert into payment_differences (id, kind, provider, external_id, amount, found_at)
          values ('${id}', 'payment-not-booked', 'yookassa', 'drill-${id}', 1000000, now())`,
      )
      const { cookie } = await signStaffIn(opened.database)
      const body = JSON.stringify({ reason: 'Вернули в кабинете банка' })
      const sent = { cookie, key: randomUUID(), type: 'application/json', body }
      return async () => {
        await repeated(() => request(`${address}/api/v1/admin/payment-difference/${id}/clear`, sent))
      }
    },
  },

  /** Passwords are tried, while one person signs in. */
  passwords: {
    alarms: ['SignInsRefused'],
    shows: /unknown-login/,
    async begin({ address }) {
      await visitorAt(address).signIn('parent')
      const ending = new AbortController()
      const attack = async (attacker: number) => {
        for (let number = 0; !ending.signal.aborted; number += 1) {
          const visitor = visitorAt(address)
          await visitor
            .startSignIn()
            .then((location) => visitor.signInAtProvider(location, `unknown-${attacker}-${number}`, 'a wrong password'))
            .catch(() => pause(200))
        }
      }
      const attacking = Array.from({ length: 6 }, (_, attacker) => attack(attacker))
      return async () => {
        ending.abort()
        await Promise.all(attacking)
      }
    },
  },
} as const satisfies Record<string, Fault<Installation>>

/** Of three database machines. */
export const machineFaults = {
  /** A machine that is not the primary loses its power. */
  replica: {
    alarms: ['ReplicaMissing'],
    shows: /"role": "leader"/,
    async begin(machines) {
      const primary = await machines.untilWhole()
      const replica = primary === 'db-1' ? 'db-2' : 'db-1'
      return lostMachine(machines, replica)
    },
  },

  /** The primary loses its power. */
  primary: {
    alarms: ['DatabaseFailedOver', 'ReplicaMissing'],
    shows: /"role": "leader"/,
    begin: async (machines) => lostMachine(machines, await machines.untilWhole()),
  },
} as const satisfies Record<string, Fault<Machines>>

function lostMachine(machines: Machines, name: Awaited<ReturnType<Machines['untilWhole']>>) {
  const { kill } = machines.faults
  kill.begin(name)
  return async () => {
    kill.end(name)
    await machines.untilWhole()
  }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A session in a transaction, which stays idle until it is ended. */
async function hold(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'forgotten' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  return client
}
