import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { type OpenDatabase, openPostgres } from '#server/db/client.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { readLedgerFaults } from '#tests/support/billing/ledger-faults.ts'
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
import {
  announceCharge,
  chargeNow,
  comparePaid,
  importInPanel,
  makeStatement,
  readPaid,
  repeated,
  request,
  signStaffIn,
  zoneAtNoon,
} from './payment-flows.ts'

/** What happens when the kill comes, in words of the table. */
const moments = {
  start: 'created at the provider',
  payment: 'paid at the bank, before the notification',
  notification: 'after the notification',
  return: 'before the return of the person',
  twice: 'paid twice, given back by itself',
  'refund-asked': 'the staff asks for a refund',
  'refund-made': 'the refund is made and booked',
  charge: 'an automatic payment is charged',
  statement: 'a bank statement is imported',
} as const
type Moment = keyof typeof moments
type Victim = 'server' | 'database'
type Row = Record<string, string | number>
type Site = { server: ServerProcess; postgres: PostgresServer; opened: OpenDatabase; staff: { cookie: string } }

/** Kopecks that the staff returns of a payment. */
const returned = 250_000

/** People who pay at the same time. */
const together = 8
/** Milliseconds within which the kill comes after the moment has begun. */
const within = 300
/** Jobs run each minute and look again at what was interrupted. */
const settleMs = 6 * 60_000

/**
 * Kills the server with its demo bank, or crashes PostgreSQL, while people pay online: at each moment of a payment, at a
 * random millisecond. People repeat what failed, with the same key. Counts money that was lost or booked twice, and moments
 * after which something did not come to its end.
 */
export async function drillPayments(rounds: number): Promise<Row[]> {
  const postgres = await startPostgres()
  const url = postgresUrl(postgres.socket, 'postgres')
  try {
    const server = await startServer({ env: { DATABASE_URL: url, CHECK_ANSWERS: 'off', TIME_ZONE: zoneAtNoon() } })
    const opened = await openPostgres(url, 2, pino({ level: 'silent' }))
    try {
      return await play({ server, postgres, opened, staff: await signStaffIn(opened.database) }, rounds)
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
    for (const moment of Object.keys(moments) as Moment[]) {
      const people: PayingPerson[] = []
      for (let round = 0; round < rounds; round += 1) {
        const group = await repeated(() => addPayingPeople(site.opened.database, together))
        await killDuring(site, moment, victim, group)
        people.push(...group)
      }
      console.log(`${victim}, ${moments[moment]}: ${people.length} payments`)
      played.push({ moment, victim, people })
    }
  // It finds second payments whose notification died with the bank; otherwise it runs each hour.
  await enqueue(site.opened.database, 'reconcile-payments')
  const rows: Row[] = []
  for (const { moment, victim, people } of played)
    rows.push({ killed: victim, at: moments[moment], kills: rounds, ...(await resultOf(site, moment, people)) })
  const faults = await readLedgerFaults(site.opened.database)
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) throw new Error('Rules of the ledger do not hold')
  return rows
}

/** People come to the moment together; the kill comes while it lasts, and then all people go on to the end. */
async function killDuring(site: Site, moment: Moment, victim: Victim, people: readonly PayingPerson[]): Promise<void> {
  let killed: Promise<void> | null = null
  const reached = (now: Moment) => {
    if (now !== moment) return
    killed ??= pause(Math.random() * within).then(() => kill(site, victim))
  }
  if (moment === 'statement') await payByBank(site, people, () => reached('statement'))
  else
    await Promise.all(
      people.map(async (person) => {
        const uuid = await payOnline(site, moment, person, reached)
        if (moment === 'refund-asked' || moment === 'refund-made') await returnMoney(site, uuid, reached)
      }),
    )
  if (moment === 'charge') await chargeCards(site, people, () => reached('charge'))
  await killed
}

/** Returns the id of the checkout that was paid. */
async function payOnline(
  { server: { address } }: Site,
  moment: Moment,
  person: PayingPerson,
  reached: (moment: Moment) => void,
): Promise<string> {
  let key: string = randomUUID()
  reached('start')
  const checkout = await repeated(async () => {
    const { uuid } = await startCheckout(address, person, key, { isAutomatic: moment === 'charge' })
    // A start whose answer was lost goes on by reading, as its page does; a refused one is started again.
    const read = await readCheckout(address, person, uuid)
    if (read.state === 'refused') key = randomUUID()
    if (read.confirmationUrl === null) throw new Error(`The checkout is ${read.state}`)
    return read
  })
  reached('payment')
  await repeated(() => pressAtBank(checkout, moment === 'twice' ? 'twice' : 'pay'))
  reached('notification')
  reached('twice')
  await pause(Math.random() * within)
  reached('return')
  await repeated(async () => {
    const { state } = await readCheckout(address, person, checkout.uuid)
    if (state !== 'paid') throw new Error(`The checkout is ${state}`)
  })
  return checkout.uuid
}

/** Before the refund is asked for, or between that and its booking by the job. */
async function returnMoney({ server, staff }: Site, uuid: string, reached: (moment: Moment) => void): Promise<void> {
  const body = JSON.stringify({ amount: returned, reason: 'Ребёнок болел три недели' })
  const sent = { ...staff, key: randomUUID(), type: 'application/json', body }
  reached('refund-asked')
  await repeated(() => request(`${server.address}/api/v1/admin/checkout/${uuid}/refund`, sent))
  reached('refund-made')
}

async function chargeCards({ opened }: Site, people: readonly PayingPerson[], reached: () => void): Promise<void> {
  for (const person of people) await repeated(() => announceCharge(opened.database, person))
  await repeated(() => chargeNow(opened.database))
  const ids = people.map(({ contractId }) => contractId)
  // The job looks for work every few seconds, and takes less than one.
  await repeated(async () => {
    const { rows } = await opened.database.execute(sql`
      select from autopay_charges join payments on payments.id = payment_id
      where contract_id = any(${sql.param(ids)}::uuid[]) and state <> 'announced' limit 1`)
    if (rows.length === 0) throw new Error('No card is charged')
  }, 20)
  reached()
}

async function payByBank({ server, opened, staff }: Site, people: readonly PayingPerson[], reached: () => void) {
  const content = await repeated(() => makeStatement(opened.database, people, server.dataDir))
  const importing = { ...staff, address: server.address, content, repeated }
  await importInPanel(importing, reached)
  // The accountant does not know how far it came.
  await importInPanel(importing, () => {})
}

async function kill({ server, postgres }: Site, victim: Victim): Promise<void> {
  if (victim === 'database') return postgres.restart('immediate')
  process.kill(server.pid(), 'SIGKILL')
  await server.restart()
}

async function resultOf({ opened }: Site, moment: Moment, people: readonly PayingPerson[]): Promise<Row> {
  const ids = people.map(({ contractId }) => contractId)
  const wanted = people.map(({ contractId, amount }) => {
    const more = moment === 'charge' ? amount : moment.startsWith('refund') ? -returned : 0
    return { contractId, amount: amount + more }
  })
  const end = Date.now() + settleMs
  while (true) {
    const { sums, ...accounts } = await readAccounts(opened.database, ids)
    const { paid, lost, doubled } = comparePaid(wanted, await readPaid(opened.database, ids))
    const isSettled = isDeepStrictEqual(accounts, settledAccounts) && lost === 0 && doubled === 0
    if (!isSettled && Date.now() < end) {
      await pause(1_000)
      continue
    }
    return {
      payments: people.length,
      'paid, ₽': paid / 100,
      'given back, ₽': sums.refunded / 100,
      'lost, ₽': lost / 100,
      'doubled, ₽': doubled / 100,
      failed: isSettled ? 0 : 1,
    }
  }
}
