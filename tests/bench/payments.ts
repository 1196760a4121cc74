import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import type { Checkout } from '#contract/billing/checkouts.ts'
import { openPostgres } from '#server/db/client.ts'
import { readLedgerFaults } from '#tests/support/billing/ledger-faults.ts'
import { addPayingPeople, pressAtBank, readCheckout, startCheckout } from '#tests/support/billing/paying-people.ts'
import { readAccounts } from '#tests/support/billing/payment-accounts.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { median, quantile } from './lines.ts'
import { askAtRate } from './load.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Times = { start: number; press: number; read: number }

const rate = { perSecond: 50, seconds: 20 }

/**
 * Online payments at a constant rate on PostgreSQL: start, payment in the demo bank of the same process, its notification,
 * and the page of the person afterwards. Goal: no error, and all money booked.
 */
export async function measurePayments(start: Start): Promise<Record<string, string | number>[]> {
  await setup()
  const url = await createDatabase('payments')
  // As in the image of the server: React renders emails several times faster.
  const server = await start({ DATABASE_URL: url, NODE_ENV: 'production' })
  const { database, close } = await openPostgres(url, 2, pino({ level: 'silent' }))
  try {
    const people = await addPayingPeople(database, rate.perSecond * rate.seconds)
    const errors: unknown[] = []
    const paid = await askAtRate(rate, async (at): Promise<Times | null> => {
      const person = people[at]
      if (!person) return null
      const began = performance.now()
      try {
        const checkout = await startCheckout(server.address, person, randomUUID())
        const started = performance.now()
        await pressAtBank(checkout, 'pay')
        const pressed = performance.now()
        await untilPaid(() => readCheckout(server.address, person, checkout.uuid))
        return { start: started - began, press: pressed - started, read: performance.now() - pressed }
      } catch (error) {
        errors.push(error)
        return null
      }
    })
    // Notifications that are under way.
    await pause(3_000)
    for (const error of errors.slice(0, 3)) console.log(error)
    const { sums } = await readAccounts(
      database,
      people.map(({ contractId }) => contractId),
    )
    const faults = await readLedgerFaults(database)
    const times = paid.filter((one) => one !== null)
    return [
      { what: 'payments', 'per second': rate.perSecond, count: paid.length, errors: errors.length },
      ...(['start', 'press', 'read'] as const).map((what) => ({ what, ...sharesOf(times.map((one) => one[what])) })),
      { what: 'money, ₽', taken: sums.kept / 100, booked: sums.booked / 100, 'broken rules': faults.length },
    ]
  } finally {
    await close()
    await server.stop()
    await teardown()
  }
}

/** Reads the checkout each second, as its page does. */
async function untilPaid(read: () => Promise<Pick<Checkout, 'state'>>): Promise<void> {
  const end = Date.now() + 60_000
  for (let { state } = await read(); state !== 'paid'; { state } = await read()) {
    if (Date.now() > end) throw new Error(`The checkout is ${state}`)
    await pause(1_000)
  }
}

function sharesOf(times: readonly number[]): Record<string, number> {
  return { 'median, ms': median(times), 'p99, ms': Math.round(quantile(times, 0.99)) }
}
