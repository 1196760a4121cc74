import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pino from 'pino'
import { type OpenDatabase, openPostgres } from '#server/db/client.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import {
  addPayingPeople,
  type PayingPerson,
  pressAtBank,
  readCheckout,
  startCheckout,
} from '#tests/support/billing/paying-people.ts'
import { readAccounts, settledAccounts } from '#tests/support/billing/payment-accounts.ts'
import { type PostgresServer, postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts'

const moments = ['start', 'payment', 'notification', 'return', 'refund'] as const
type Moment = (typeof moments)[number]
type Victim = 'server' | 'database'
type Row = Record<string, string | number>
type Site = { server: ServerProcess; postgres: PostgresServer; opened: OpenDatabase }

/** People who pay at the same time. */
const together = 8
/** Milliseconds within which the kill comes after the moment has begun. */
const within = 300
/** Jobs run each minute and look again at what was interrupted. */
const settleMs = 6 * 60_000

/**
 * Kills the server with its demo bank, or crashes PostgreSQL, while people pay online: at each moment of a payment, at a
 * random millisecond. People repeat what failed, with the same key. Counts payments that did not end as paid, and money
 * that was lost or booked twice.
 */
export async function drillPayments(rounds: number): Promise<Row[]> {
  const postgres = await startPostgres()
  const url = postgresUrl(postgres.socket, 'postgres')
  try {
    const server = await startServer({ env: { DATABASE_URL: url, CHECK_ANSWERS: 'off' } })
    const opened = await openPostgres(url, 2, pino({ level: 'silent' }))
    try {
      return await play({ server, postgres, opened }, rounds)
    } finally {
      await opened.close()
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function play(site: Site, rounds: number): Promise<Row[]> {
  const played: { moment: Moment; victim: Victim; people: PayingPerson[] }[] = []
  for (const victim of ['server', 'database'] as const)
    for (const moment of moments) {
      const people: PayingPerson[] = []
      for (let round = 0; round < rounds; round += 1) {
        const group = await addPayingPeople(site.opened.database, together)
        await killDuring(site, moment, victim, group)
        people.push(...group)
      }
      console.log(`${victim}, ${moment}: ${people.length} payments`)
      played.push({ moment, victim, people })
    }
  // It finds second payments whose notification died with the bank; otherwise it runs each hour.
  await enqueue(site.opened.database, 'reconcile-payments')
  const rows: Row[] = []
  for (const { moment, victim, people } of played)
    rows.push({ killed: victim, at: moment, ...(await resultOf(site, people)) })
  return rows
}

/** People come to the moment together; the kill comes while it lasts, and then all people go on to the end. */
async function killDuring(site: Site, moment: Moment, victim: Victim, people: readonly PayingPerson[]): Promise<void> {
  const { address } = site.server
  const act = moment === 'refund' ? 'twice' : 'pay'
  let killed: Promise<void> | null = null
  const reached = (now: Moment) => {
    if (now !== moment) return
    killed ??= pause(Math.random() * within).then(() => kill(site, victim))
  }
  await Promise.all(
    people.map(async (person) => {
      let key: string = randomUUID()
      reached('start')
      const checkout = await repeated(async () => {
        const { uuid } = await startCheckout(address, person, key)
        // A start whose answer was lost goes on by reading, as its page does; a refused one is started again.
        const read = await readCheckout(address, person, uuid)
        if (read.state === 'refused') key = randomUUID()
        if (read.confirmationUrl === null) throw new Error(`The checkout is ${read.state}`)
        return read
      })
      reached('payment')
      await repeated(() => pressAtBank(checkout, act))
      reached('notification')
      reached('refund')
      await pause(Math.random() * within)
      reached('return')
      await repeated(async () => {
        const { state } = await readCheckout(address, person, checkout.uuid)
        if (state !== 'paid') throw new Error(`The checkout is ${state}`)
      })
    }),
  )
  await killed
}

async function kill({ server, postgres }: Site, victim: Victim): Promise<void> {
  if (victim === 'database') return postgres.restart('immediate')
  process.kill(server.pid(), 'SIGKILL')
  await server.restart()
}

/** Repeats a request of a person for two minutes. */
async function repeated<Result>(request: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + 120_000
  while (true) {
    try {
      return await request()
    } catch (error) {
      if (Date.now() > end) throw error
      await pause(300)
    }
  }
}

async function resultOf({ opened }: Site, people: readonly PayingPerson[]): Promise<Row> {
  const ids = people.map(({ contractId }) => contractId)
  const end = Date.now() + settleMs
  while (true) {
    const { sums, ...accounts } = await readAccounts(opened.database, ids)
    const isSettled = isDeepStrictEqual(accounts, settledAccounts)
    if (!isSettled && Date.now() < end) {
      await pause(1_000)
      continue
    }
    const due = people.reduce((sum, { amount }) => sum + amount, 0)
    return {
      payments: people.length,
      'paid, ₽': sums.booked / 100,
      'given back, ₽': sums.refunded / 100,
      'lost, ₽': (sums.kept - sums.booked) / 100,
      'booked twice': accounts.overpaid + accounts.bookedTwice,
      failed: isSettled && sums.booked === due ? 0 : 1,
    }
  }
}
