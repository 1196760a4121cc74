// Database: both.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checkout } from '#contract/billing/checkouts.ts'
import { sessionLifetime } from '#server/access/session-lifetime.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { bankActs } from '#server/idp/bank/bank-page.ts'
import { importSingleRow } from '#tests/support/billing/import-receipt.ts'
import { type OnlineSchool, openOnlineSchool } from '#tests/support/billing/online-school.ts'
import { readAccounts, settledAccounts } from '#tests/support/billing/payment-accounts.ts'

let site: OnlineSchool
beforeAll(async () => {
  site = await openOnlineSchool()
})
afterAll(() => site.close())

const guardian = fc.constantFrom(0, 1)
/** What may happen in any order to the payments of a contract with two guardians, and to one that exchanges money with it. */
const step = fc.oneof(
  fc.record({ does: fc.constant('start'), who: guardian, lines: fc.constantFrom(1, 2), isDespiteOther: fc.boolean() }),
  fc.record({ does: fc.constant('press'), at: fc.nat(5), act: fc.constantFrom(...bankActs) }),
  fc.record({ does: fc.constant('notify'), at: fc.nat(5), times: fc.constantFrom(1, 2) }),
  fc.record({ does: fc.constant('return'), at: fc.nat(5) }),
  fc.record({ does: fc.constant('give-up'), at: fc.nat(5) }),
  fc.record({ does: fc.constant('import'), amount: fc.constantFrom(100_000, 500_000, 880_000) }),
  fc.record({ does: fc.constant('move'), isBack: fc.boolean(), amount: fc.constantFrom(100_000, 500_000, 880_000) }),
  fc.record({
    does: fc.constant('end'),
    how: fc.constantFrom('Termination', 'OnTermination', 'NotPaid'),
    of: fc.constantFrom(0, 1),
  }),
  fc.record({ does: fc.constant('outage'), isOn: fc.boolean() }),
  fc.record({ does: fc.constant('notifications'), areTaken: fc.boolean() }),
  fc.record({ does: fc.constant('refund'), at: fc.nat(5), amount: fc.constantFrom(50_000, 120_000, 880_000) }),
  fc.record({ does: fc.constant('kill'), dies: fc.constantFrom('before' as const, 'after' as const) }),
  fc.record({ does: fc.constant('jobs') }),
  fc.record({ does: fc.constant('half-hour') }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function play(steps: readonly Step[]) {
  Object.assign(site.switches, { takesNotifications: true })
  Object.assign(site.outage, { isOn: false, dies: null })
  const [family, other] = [await site.addContract(), await site.addContract()]
  const people = [family.parent, await site.addGuardian(family.childId)] as const
  const made: (Checkout & { who: number })[] = []

  for (const one of steps) {
    if (one.does === 'start') {
      const left = await leftOf(family.contractId)
      const lines = left.slice(0, one.lines).filter(({ amount }) => amount > 0)
      const answer =
        lines.length > 0 ? await site.start(people[one.who], lines, { isDespiteOther: one.isDespiteOther }) : null
      if (answer?.statusCode === 200) made.push({ ...answer.json<Checkout>(), who: one.who })
      else if (answer) expect([404, 409, 500, 503]).toContain(answer.statusCode)
    } else if (one.does === 'import') {
      await importSingleRow(site.database, { contract: family.number, amount: one.amount, now: site.clock.now })
    } else if (one.does === 'move') {
      const [from, to] = one.isBack ? [other, family] : [family, other]
      const money = { contract: from.number, otherContract: to.number, amount: one.amount, now: site.clock.now }
      await importSingleRow(site.database, { ...money, kind: 'ReturnTransferDS' })
    } else if (one.does === 'end') {
      const { contractId } = one.of === 0 ? family : other
      await site.database.execute(sql`update contracts set status = ${one.how} where id = ${contractId}`)
    } else if (one.does === 'outage') site.outage.isOn = one.isOn
    else if (one.does === 'kill') site.outage.dies = one.dies
    else if (one.does === 'notifications') site.switches.takesNotifications = one.areTaken
    else if (one.does === 'jobs') await site.run('watch-checkouts', 'send-refunds')
    else if (one.does === 'half-hour') await pass(31)
    else await touch(one, made[one.at % Math.max(1, made.length)])
  }

  async function touch(one: Extract<Step, { at: number }>, checkout: (typeof made)[number] | undefined) {
    if (!checkout) return
    const who = people[checkout.who as 0 | 1]
    if (one.does === 'press' && checkout.confirmationUrl) await site.press(checkout, one.act)
    if (one.does === 'return') await site.read(who, checkout)
    if (one.does === 'give-up') expect([200, 409]).toContain((await site.cancel(who, checkout)).statusCode)
    if (one.does === 'refund') {
      const staff = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
      const answer = await staff.call(`POST /v1/admin/checkout/${checkout.uuid}/refund`, {
        body: { amount: one.amount, reason: 'Ребёнок заболел' },
        headers: { 'idempotency-key': randomUUID() },
      })
      expect([200, 404, 409]).toContain(answer.statusCode)
    }
    if (one.does === 'notify') {
      const { rows } = await site.database.execute<{ id: string | null }>(
        sql`select external_id as id from checkouts where id = ${checkout.uuid}`,
      )
      const object = { id: rows[0]?.id ?? 'unknown' }
      await Promise.all(Array.from({ length: one.times }, () => site.notify(object)))
    }
  }
  return [family.contractId, other.contractId]
}

async function leftOf(contractId: string) {
  const { rows } = await site.database.execute<{ paymentUuid: string; amount: number }>(sql`
    select id as "paymentUuid", (amount - paid)::float8 as amount
    from payments join payment_balances on payment_id = id where payments.contract_id = ${contractId} order by position`)
  return rows
}

async function holdsFor(steps: readonly Step[]): Promise<void> {
  const contractIds = await play(steps)
  Object.assign(site.switches, { takesNotifications: true })
  Object.assign(site.outage, { isOn: false, dies: null })
  // Hours later late money has arrived, what was not confirmed has expired, and refunds were made. The bank may still be
  // sending notifications.
  const settled = async () => {
    await pass(61)
    await site.run('watch-checkouts', 'reconcile-payments', 'send-refunds')
    const { sums: _, ...accounts } = await readAccounts(site.database, contractIds)
    return accounts
  }
  await settled()
  await expect.poll(settled, { timeout: 15_000, interval: 100 }).toEqual(settledAccounts)
}

/** Sessions go on: what ends them is another subject. */
async function pass(minutes: number): Promise<void> {
  site.clock.now = new Date(site.clock.now.getTime() + minutes * 60_000)
  const expiresAt = new Date(site.clock.now.getTime() + sessionLifetime)
  await site.database.update(sessions).set({ lastSeenAt: site.clock.now, expiresAt })
}

const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), holdsFor)

test(
  'In any order of events all money that the bank keeps is booked once, and the rest goes back',
  { timeout: 60_000 },
  () => fc.assert(property, { numRuns: 60 }),
)

test('The same holds in two thousand orders', { timeout: 30 * 60_000, tags: ['nightly'] }, () =>
  fc.assert(property, { numRuns: 2000 }),
)
