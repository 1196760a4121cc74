import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { bankLines } from '#server/db/schema/bank-lines.ts'
import { paymentDifferences, refundLines, refunds } from '#server/db/schema/checkouts.ts'
import { operations } from '#server/db/schema/contracts.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { readChangedLedgers, readLedgerFaults } from '#tests/support/billing/ledger-faults.ts'
import { openOnlineSchool } from '#tests/support/billing/online-school.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const site = openForSuite(openOnlineSchool)
/** A contract whose first instalment was paid online. */
async function addPaid() {
  const family = await site.addContract()
  const [first, second] = family.lines
  if (!first || !second) throw new Error('The contract has no instalments')
  const checkout = await site.started(family.parent, [first])
  await site.press(checkout, 'pay')
  await site.run('watch-checkouts')
  return { ...family, checkout, first: first.paymentUuid, second: second.paymentUuid }
}
type Paid = Awaited<ReturnType<typeof addPaid>>

/** Booked, but to no contract. */
const bankLine = sql`insert into bank_lines (key, file_name, at, amount, purpose, doubt, created_at, state)
  values ('1C/1', 'statement.txt', now(), 100, '', 'names-no-contract', now(), 'booked')`

/** What the constraints and triggers of the database would refuse, or cannot know. */
const breaks: [fault: string, breaking: (paid: Paid) => SQL | SQL[]][] = [
  [
    'paid and due are not what is planned',
    ({ contractId }) => sql`update contracts set total = total + 100 where id = ${contractId}`,
  ],
  [
    'paid more than the amount, or less than nothing',
    ({ second }) =>
      sql`insert into operations (payment_id, kind, amount, at) values (${second}, 'ReturnDS', 100, now())`,
  ],
  [
    'booked twice',
    // Stored with another school year, where no unique key sees it.
    ({ first }) => sql`insert into operations (id, payment_id, kind, amount, at, external_id)
      select id_of_year(school_year_of(now()) - 1), payment_id, kind, amount, at, external_id
      from operations where payment_id = ${first}`,
  ],
  ['a booked bank line is not booked whole', () => bankLine],
  [
    'money of a bank line is not at its contract',
    ({ contractId }) => [
      bankLine,
      sql`insert into bank_line_parts (line_id, contract_id, amount, external_id, has_concluded)
        select id, ${contractId}, amount, key, false from bank_lines`,
    ],
  ],
  [
    'a bank line that is not booked has money at a contract',
    ({ second }) => [
      sql`insert into bank_lines (key, file_name, at, amount, purpose, doubt, created_at)
        values ('1C/2', 'statement.txt', now(), 100, '', 'names-no-contract', now())`,
      sql`insert into operations (payment_id, kind, amount, at, external_id)
        values (${second}, 'ReceivingDS', 100, now(), '1C/2')`,
    ],
  ],
  [
    'money moves between contracts and does not arrive',
    ({ first }) => sql`insert into operations (payment_id, kind, amount, at, external_id)
      values (${first}, 'ReturnTransferDS', 100, now(), ${randomUUID()})`,
  ],
  [
    'the receipts of a checkout are not its lines',
    ({ checkout }) => sql`update checkout_lines set booked = 100, refund_id = gen_random_uuid()
      where checkout_id = ${checkout.uuid}`,
  ],
  [
    'a paid line of a checkout is not decided',
    ({ checkout }) => sql`update checkout_lines set booked = null where checkout_id = ${checkout.uuid}`,
  ],
  [
    'the returns of a refund are not its lines',
    ({ first }) => sql`insert into operations (payment_id, kind, amount, at, external_id)
      values (${first}, 'ReturnDS', 100, now(), ${`yookassa/${randomUUID()}`})`,
  ],
  [
    'what is taken back is not what was booked',
    ({ first }) => sql`insert into operations (payment_id, kind, amount, at, external_id)
      values (${first}, 'ReturnDS', 100, now(), ${`1C/${randomUUID()}/undo`})`,
  ],
  [
    'no action of the staff books it',
    ({ contractId, second }) => sql`with other as (
        insert into contract_actions (contract_id, action, at, reason, state) values (${contractId}, 'remind', now(), '-', '{"detail":""}')
      ) insert into operations (payment_id, kind, amount, at, external_id)
      values (${second}, 'ReceivingDS', 100, now(), ${`outside/${randomUUID()}`})`,
  ],
]

test.each(breaks)('reports: %s', async (rule, breaking) => {
  const paid = await addPaid()
  const faults = await rolledBack(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`)
    for (const statement of [breaking(paid)].flat()) await transaction.execute(statement)
    return readLedgerFaults(transaction)
  })
  expect(faults).toContainEqual({ rule, of: expect.any(String) })
})

test('the check after each test of the server finds what the test has broken, and costs no second reading', async () => {
  await addPaid()
  expect(await readChangedLedgers()).toEqual([])
  await site.database.execute(bankLine)
  expect(await readChangedLedgers()).toEqual([{ rule: 'a booked bank line is not booked whole', of: '1C/1' }])
  expect(await readChangedLedgers()).toEqual([])
  await site.database.delete(bankLines)
})

test('the check after each test notices what has become of a difference or a termination alone', async () => {
  const { checkout, first, contractId, parent } = await addPaid()
  const [paymentId, externalId] = [first, randomUUID()]
  const now = site.clock.now
  const [refund] = await site.database
    .insert(refunds)
    .values({
      checkoutId: checkout.uuid,
      amount: 100,
      reason: 'by-staff',
      state: 'succeeded',
      externalId,
      createdAt: now,
      finishedAt: now,
    })
    .returning({ id: refunds.id })
  await site.database.insert(refundLines).values({ refundId: refund?.id ?? '', paymentId, amount: 100 })
  const about = { kind: 'refund-not-booked', provider: 'yookassa', externalId, amount: 100, foundAt: now } as const
  await site.database.insert(paymentDifferences).values(about)
  expect(await readChangedLedgers()).toEqual([])
  await site.database.delete(paymentDifferences)
  expect(await readChangedLedgers()).toEqual([
    { rule: 'the returns of a refund are not its lines', of: `yookassa/${externalId}` },
  ])
  await site.database.delete(refundLines)
  await site.database.delete(refunds)

  const moved = { paymentId, amount: 100, at: now, externalId: `termination/${randomUUID()}` }
  await site.database.insert(operations).values({ ...moved, kind: 'ReturnDS' })
  // The ledger of an imported school has no terminations.
  expect(await readChangedLedgers()).toEqual([])
  await site.database.insert(terminations).values({
    contractId,
    state: 'asked',
    given: 0,
    lastDay: '2026-10-13',
    askedById: parent.userId,
    askedAt: now,
    hash: '',
    price: 0,
    lessonsHeld: 0,
    lessonsPlanned: 0,
    address: null,
    reason: '',
    toReturn: 0,
    due: 0,
    online: 0,
    bank: 0,
    moved: 0,
    deferred: {},
    previousLeftOn: null,
  })
  expect(await readChangedLedgers()).toEqual([{ rule: 'no termination moves it', of: moved.externalId }])
  await site.database.delete(terminations)
})

async function rolledBack<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
  const undo = new Error('the test undoes its changes')
  let result: { is: Result } | null = null
  await site.database
    .transaction(async (transaction) => {
      result = { is: await work(transaction) }
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return (result as unknown as { is: Result }).is
}
