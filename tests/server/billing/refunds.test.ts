import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Checkout } from '#contract/billing/checkouts.ts'
import type { ActionPreview, ActionTerms } from '#contract/billing/contract-actions.ts'
import type { PaidCheckout } from '#contract/billing/refunds.ts'
import type { PendingWork } from '#contract/people/school-work.ts'
import { OrderRefused } from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'
import { paymentDifferences, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { importSingleRow } from '#tests/support/billing/import-receipt.ts'
import { type OnlineSchool, openOnlineSchool } from '#tests/support/billing/online-school.ts'
import type { Person } from '#tests/support/server/app.ts'
import { runBehindLock } from '#tests/support/server/database.ts'

let site: OnlineSchool
beforeAll(async () => {
  site = await openOnlineSchool()
})
beforeEach(async () => {
  Object.assign(site.switches, { takesNotifications: true })
  Object.assign(site.outage, { isOn: false, fault: () => null, asked: [] })
  await site.database.delete(deliveries)
  await site.database.delete(paymentDifferences)
})
afterAll(() => site.close())

type Family = Awaited<ReturnType<OnlineSchool['addContract']>>

/** A family that has paid all instalments at once in the bank. */
async function paidFamily(wishes: Parameters<OnlineSchool['addContract']>[0] = {}) {
  const family = await site.addContract(wishes)
  const email = `${family.number}@mail.example`.toLowerCase().replaceAll(/[^\w@.-]/g, 'x')
  await site.database.update(users).set({ email }).where(eq(users.id, family.parent.userId))
  const checkout = await site.started(family.parent, family.lines)
  await site.press(checkout, 'pay')
  await expect.poll(async () => (await site.read(family.parent, checkout)).state, { timeout: 10_000 }).toBe('paid')
  await site.database.delete(deliveries)
  return { ...family, checkout }
}

async function refundsOf({ uuid }: Checkout) {
  const rows = await site.database.select().from(refunds).where(eq(refunds.checkoutId, uuid)).orderBy(refunds.createdAt)
  return rows.map(({ amount, reason, state }) => ({ amount, reason, state }))
}

async function returnsOf(family: Family) {
  return site.database
    .select({ kind: operations.kind, amount: operations.amount, payerId: operations.payerId })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(sql`${payments.contractId} = ${family.contractId} and ${operations.kind} = 'ReturnDS'`)
    .orderBy(payments.position)
}

async function statesOf({ lines }: Family) {
  return Promise.all(lines.map((line) => site.statesOf(line)))
}

async function messagesTo({ parent }: Pick<Family, 'parent'>) {
  const rows = await site.database
    .select({
      kind: notifications.kind,
      values: sql<Record<string, string>>`${notifications.values} -> 'ru'`,
      english: sql<Record<string, string>>`${notifications.values} -> 'en'`,
    })
    .from(notifications)
    .where(eq(notifications.userId, parent.userId))
    .orderBy(notifications.at, notifications.kind)
  return rows.filter(({ kind }) => kind !== 'payment-arrived')
}

/** A refund that the staff of the school makes in the panel of the provider. */
async function returnInPanel({ uuid }: Checkout, amount: number) {
  const { rows } = await site.database.execute<{ id: string }>(
    sql`select external_id as id from checkouts where id = ${uuid}`,
  )
  return site.provider.createRefund({
    key: randomUUID(),
    paymentId: rows[0]?.id ?? '',
    amount,
    description: 'Ребёнок заболел',
    items: [{ description: 'Обучение', amount, isWhole: false }],
    contact: { email: 'help@school.example', phone: null },
  })
}

async function dueDaysOf({ contractId }: Pick<Family, 'contractId'>): Promise<string[]> {
  const rows = await site.database
    .select({ dueOn: payments.dueOn })
    .from(payments)
    .where(eq(payments.contractId, contractId))
    .orderBy(payments.position)
  return rows.map(({ dueOn }) => dueOn)
}

/** What the staff does with a contract in the panel. */
async function act(staff: Person, { contractId }: Pick<Family, 'contractId'>, terms: ActionTerms): Promise<void> {
  const targets = [{ contractUuid: contractId, paymentUuid: null }]
  const previews = await staff.call('POST /v1/admin/contract-action/preview', { body: { terms, targets } })
  const [{ hash } = { hash: '' }] = previews.json<ActionPreview[]>()
  const answer = await staff.call(`POST /v1/admin/contract/${contractId}/action`, {
    body: { terms, paymentUuid: null, reason: 'Ребёнок в санатории', hash },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(answer.statusCode).toBe(200)
}

describe('A refund that was made in the panel of the provider', () => {
  test('makes the last instalments due again, and the payer learns why', async () => {
    const family = await paidFamily()
    await returnInPanel(family.checkout, 200_000)
    await expect
      .poll(() => refundsOf(family.checkout))
      .toEqual([{ amount: 200_000, reason: 'by-staff', state: 'succeeded' }])
    expect(await returnsOf(family)).toEqual([
      { kind: 'ReturnDS', amount: 80_000, payerId: family.parent.userId },
      { kind: 'ReturnDS', amount: 120_000, payerId: family.parent.userId },
    ])
    expect(await statesOf(family)).toEqual([
      { status: 'Open', paid: 800_000 },
      { status: 'Open', paid: 0 },
    ])
    expect(await messagesTo(family)).toMatchObject([
      {
        kind: 'payment-returned',
        values: expect.objectContaining({
          number: family.number,
          why: 'Ребёнок заболел',
          again: expect.stringMatching(/2\s000/),
          // Both are due on 20 October.
          parts: expect.stringMatching(
            /^«1-й платёж» — 800\s₽ до 20 октября 2026 года; «2-й платёж» — 1\s200\s₽ до 20 октября 2026 года$/,
          ),
        }),
      },
    ])
    const [known] = (await site.read(family.parent, family.checkout)).refunds
    expect(known).toMatchObject({ amount: 200_000, note: 'Ребёнок заболел', state: 'succeeded' })
  })

  test('is found by the comparison of each hour, once, although no notification came', async () => {
    const family = await paidFamily()
    site.switches.takesNotifications = false
    await returnInPanel(family.checkout, 120_000)
    await site.run('reconcile-payments')
    await site.run('reconcile-payments')
    expect(await refundsOf(family.checkout)).toEqual([{ amount: 120_000, reason: 'by-staff', state: 'succeeded' }])
    expect(await returnsOf(family)).toHaveLength(1)
    expect(await site.openDifferences()).toEqual([])
  })

  test('gives the usual time for an instalment whose day has passed', async () => {
    const family = await site.addContract({ dueOn: ['2026-10-01', '2026-12-01'] })
    await site.database.update(payments).set({ kind: 'stage' }).where(eq(payments.contractId, family.contractId))
    const checkout = await site.started(family.parent, family.lines.slice(0, 1))
    await site.press(checkout, 'pay')
    await site.run('watch-checkouts')
    await site.database.delete(deliveries)
    await returnInPanel(checkout, 880_000)
    await site.run('reconcile-payments')
    expect(await dueDaysOf(family)).toEqual(['2026-10-19', '2026-12-01'])
    const returned = (await messagesTo(family)).find(({ kind }) => kind === 'payment-returned')
    expect(returned).toMatchObject({
      values: { parts: '«1-й платёж» — до 19 октября 2026 года' },
      english: { parts: '“Payment 1” — by 19 October 2026' },
    })
  })

  test.each([
    ['leaves the day of an instalment of which a part was overdue', '2026-10-01', '2026-10-01'],
    ['gives the usual time for an instalment of which a part is due soon', '2026-10-15', '2026-10-19'],
  ])('%s', async (_, before, after) => {
    const family = await paidFamily({ amounts: [880_000], dueOn: [before] })
    const returned = { contract: family.number, amount: 400_000, kind: 'ReturnDS', now: site.clock.now } as const
    await importSingleRow(site.database, returned)
    expect(await statesOf(family)).toEqual([{ status: 'Open', paid: 480_000 }])
    await returnInPanel(family.checkout, 100)
    await expect.poll(() => statesOf(family)).toEqual([{ status: 'Open', paid: 479_900 }])
    expect(await dueDaysOf(family)).toEqual([after])
  })

  test('of a frozen contract is not asked for until the freeze ends', async () => {
    const family = await paidFamily()
    const staff = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
    await act(staff, family, { action: 'freeze', until: '2026-11-30' })
    await returnInPanel(family.checkout, 120_000)
    const paid = { status: 'Closed', paid: 880_000 }
    await expect.poll(() => statesOf(family)).toEqual([paid, { status: 'DeferredPayment', paid: 0 }])
    const { values } = (await messagesTo(family)).find(({ kind }) => kind === 'payment-returned') ?? {}
    expect(values).toMatchObject({ again: '', parts: '' })
    await act(staff, family, { action: 'unfreeze' })
    expect(await statesOf(family)).toEqual([paid, { status: 'Open', paid: 0 }])
  })

  test('of a frozen contract leaves the usual time after the freeze, also of a day that had passed', async () => {
    const family = await paidFamily({ dueOn: ['2026-12-20', '2026-10-01'] })
    const staff = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
    await act(staff, family, { action: 'freeze', until: '2026-11-30' })
    await returnInPanel(family.checkout, 120_000)
    await expect.poll(async () => (await statesOf(family))[1]?.status).toBe('DeferredPayment')
    const before = site.clock.now
    site.clock.now = new Date('2026-12-01T09:00:00Z')
    await site.run('unfreeze-contracts')
    site.clock.now = before
    expect((await statesOf(family))[1]).toEqual({ status: 'Open', paid: 0 })
    expect(await dueDaysOf(family)).toEqual(['2026-12-20', '2026-12-06'])
  })

  test.each([
    ['Concluded', 'Open', '2026-10-19'],
    ['Termination', 'DeferredPayment', '2026-10-01'],
  ] as const)('in a freeze of the school’s system waits until it is %s', async (status, after, dueOn) => {
    const family = await paidFamily({ dueOn: ['2026-12-20', '2026-10-01'] })
    const set = (next: 'Frozen' | typeof status) =>
      site.database.update(contracts).set({ status: next }).where(eq(contracts.id, family.contractId))
    await set('Frozen')
    await returnInPanel(family.checkout, 120_000)
    const paid = { status: 'Closed', paid: 880_000 }
    await expect.poll(() => statesOf(family)).toEqual([paid, { status: 'DeferredPayment', paid: 0 }])
    await site.run('unfreeze-contracts')
    expect((await statesOf(family))[1]?.status).toBe('DeferredPayment')
    await set(status)
    await site.run('unfreeze-contracts')
    expect(await statesOf(family)).toEqual([paid, { status: after, paid: 0 }])
    expect(await dueDaysOf(family)).toEqual(['2026-12-20', dueOn])
    const isOver = status === 'Concluded'
    const sent = (await messagesTo(family)).map(({ kind }) => kind).filter((kind) => kind !== 'payment-returned')
    expect(sent).toEqual(isOver ? ['contract-unfrozen'] : [])
    const ofCustomer = and(
      eq(auditEntries.subjectId, family.parent.userId),
      eq(auditEntries.action, 'contract.unfrozen'),
    )
    expect(await site.database.$count(auditEntries, ofCustomer)).toBe(isOver ? 1 : 0)
    // Once: what the school defers later stays deferred.
    await site.database
      .update(payments)
      .set({ status: 'DeferredPayment' })
      .where(eq(payments.id, family.lines[1]?.paymentUuid ?? ''))
    await set('Concluded')
    await site.run('unfreeze-contracts')
    expect((await statesOf(family))[1]?.status).toBe('DeferredPayment')
  })

  test('in a freeze of the school’s system is not asked for if a new freeze begins when it ends', async () => {
    const family = await paidFamily()
    const set = (status: 'Frozen' | 'Concluded', database: Database = site.database) =>
      database.update(contracts).set({ status }).where(eq(contracts.id, family.contractId))
    await set('Frozen')
    await returnInPanel(family.checkout, 120_000)
    await expect.poll(async () => (await statesOf(family))[1]?.status).toBe('DeferredPayment')
    await set('Concluded')
    await runBehindLock(
      site.server.opened,
      (transaction) => set('Frozen', transaction),
      () => site.run('unfreeze-contracts'),
    )
    expect((await statesOf(family))[1]?.status).toBe('DeferredPayment')
    await set('Concluded')
    await site.run('unfreeze-contracts')
    expect((await statesOf(family))[1]?.status).toBe('Open')
  })

  test('of a contract that ends is not to be paid again', async () => {
    const family = await paidFamily()
    await site.database.update(contracts).set({ status: 'OnTermination' }).where(eq(contracts.id, family.contractId))
    await returnInPanel(family.checkout, 120_000)
    await expect
      .poll(() => statesOf(family))
      .toEqual([
        { status: 'Closed', paid: 880_000 },
        { status: 'Canceled', paid: 0 },
      ])
    expect(await messagesTo(family)).toMatchObject([{ kind: 'payment-returned', values: { again: '' } }])
  })

  test('is the one that the job was about to send', async () => {
    const family = await site.addContract({ amounts: [300_000] })
    const checkout = await site.started(family.parent, family.lines)
    await site.database.update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, family.contractId))
    await site.press(checkout, 'pay')
    await expect.poll(async () => (await site.read(family.parent, checkout)).state).toBe('paid')
    await returnInPanel(checkout, 300_000)
    await expect
      .poll(() => refundsOf(checkout))
      .toEqual([{ amount: 300_000, reason: 'contract-ended', state: 'succeeded' }])
  })

  test('takes what was about to go back by itself with it, and the rest from the instalments', async () => {
    const family = await site.addContract({ amounts: [300_000] })
    const checkout = await site.started(family.parent, family.lines)
    await importSingleRow(site.database, { contract: family.number, amount: 100_000, now: site.clock.now })
    await site.press(checkout, 'pay')
    await expect.poll(() => refundsOf(checkout)).toEqual([{ amount: 100_000, reason: 'paid-twice', state: 'pending' }])
    await returnInPanel(checkout, 300_000)
    const made = { amount: 300_000, reason: 'by-staff', state: 'succeeded' }
    await expect.poll(() => refundsOf(checkout)).toEqual([made])
    expect(await returnsOf(family)).toEqual([{ kind: 'ReturnDS', amount: 200_000, payerId: family.parent.userId }])
    expect(await statesOf(family)).toEqual([{ status: 'Open', paid: 100_000 }])
    const { values } = (await messagesTo(family)).find(({ kind }) => kind === 'payment-returned') ?? {}
    expect(values).toMatchObject({ amount: expect.stringMatching(/3\s000/), again: expect.stringMatching(/2\s000/) })
    site.outage.asked = []
    await site.run('send-refunds')
    await site.run('reconcile-payments')
    expect(site.outage.asked.filter(({ call }) => call === 'createRefund')).toEqual([])
    expect([await refundsOf(checkout), await site.openDifferences()]).toEqual([[made], []])
  })

  test('of money that the ledger has returned already waits for the staff', async () => {
    const family = await paidFamily({ amounts: [300_000] })
    const row = { contract: family.number, amount: 250_000, kind: 'ReturnDS', now: site.clock.now } as const
    await importSingleRow(site.database, row)
    await returnInPanel(family.checkout, 200_000)
    await expect.poll(() => site.openDifferences()).toEqual([{ kind: 'refund-not-booked', amount: 150_000 }])
    expect(await statesOf(family)).toEqual([{ status: 'Open', paid: 0 }])
  })

  test('of another program of the shop changes nothing', async () => {
    const made = await site.provider.createPayment({
      key: 'order-9',
      method: 'card',
      amount: 5_000,
      description: 'Книга',
      language: 'ru',
      items: [{ description: 'Книга', amount: 5_000, isWhole: true }],
      contact: { email: 'reader@mail.example', phone: null },
      returnUrl: 'https://shop.example/',
    })
    const url = made.outcome.state === 'pending' ? made.outcome.confirmationUrl : null
    await site.press({ confirmationUrl: url }, 'pay')
    await site.press({ confirmationUrl: url }, 'return')
    await site.run('reconcile-payments')
    expect(await site.openDifferences()).toEqual([])
  })
})

test('the bank gives back no more than it took, however many refunds come at once', async () => {
  const family = await paidFamily({ amounts: [300_000] })
  const answers = await Promise.allSettled([1, 2, 3].map(() => returnInPanel(family.checkout, 200_000)))
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect.poll(() => refundsOf(family.checkout)).toHaveLength(1)
})

test('a refund of ours that the provider does not list waits for the staff', async () => {
  await site.database.update(refunds).set({ createdAt: new Date('2026-09-01T09:00:00Z') })
  const family = await paidFamily({ amounts: [300_000] })
  await returnInPanel(family.checkout, 300_000)
  await expect.poll(() => refundsOf(family.checkout)).toHaveLength(1)
  await site.database.execute(sql`delete from identity_provider.payloads where model = 'bank refund'`)
  await site.run('reconcile-payments')
  expect(await site.openDifferences()).toEqual([{ kind: 'refund-missing', amount: 300_000 }])
})

describe('A refund of the staff', () => {
  async function administrator() {
    return site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
  }
  type Staff = Awaited<ReturnType<typeof administrator>>

  function ask(staff: Staff, { uuid }: Checkout, amount: number, key: string = randomUUID()) {
    return staff.call(`POST /v1/admin/checkout/${uuid}/refund`, {
      body: { amount, reason: 'Ребёнок заболел' },
      headers: { 'idempotency-key': key },
    })
  }

  async function preview(staff: Staff, { uuid }: Checkout, amount: number) {
    return (await staff.call(`GET /v1/admin/checkout/${uuid}/refund/preview`, { query: `amount=${amount}` })).json()
  }

  async function listOf(staff: Staff, { parent }: Pick<Family, 'parent'>) {
    return (await staff.call(`GET /v1/admin/user/${parent.userId}/checkout/list`)).json<PaidCheckout[]>()
  }

  test('is previewed, sent once, booked when the bank has made it, and reported to the payer', async () => {
    const family = await paidFamily()
    const staff = await administrator()
    expect(await preview(staff, family.checkout, 200_000)).toEqual({
      lines: [
        { contractNumber: family.number, paymentTitle: '1-й платёж', dueOn: '2026-10-20', amount: 80_000, due: 80_000 },
        {
          contractNumber: family.number,
          paymentTitle: '2-й платёж',
          dueOn: '2026-10-20',
          amount: 120_000,
          due: 120_000,
        },
      ],
      excess: 0,
    })
    const key = randomUUID()
    const refund = (await ask(staff, family.checkout, 200_000, key)).json()
    expect(refund).toMatchObject({ amount: 200_000, reason: 'by-staff', state: 'pending', note: 'Ребёнок заболел' })
    expect((await ask(staff, family.checkout, 200_000, key)).json()).toEqual(refund)
    expect(await statesOf(family)).toEqual([
      { status: 'Closed', paid: 880_000 },
      { status: 'Closed', paid: 120_000 },
    ])
    expect(await listOf(staff, family)).toMatchObject([{ returnable: 800_000, refunds: [{ state: 'pending' }] }])
    await site.run('send-refunds')
    expect(await refundsOf(family.checkout)).toEqual([{ amount: 200_000, reason: 'by-staff', state: 'succeeded' }])
    expect(await statesOf(family)).toEqual([
      { status: 'Open', paid: 800_000 },
      { status: 'Open', paid: 0 },
    ])
    expect((await messagesTo(family)).map(({ kind }) => kind)).toEqual(['refund-begun', 'payment-returned'])
    const { refunds: known } = await site.read(family.parent, family.checkout)
    expect(known).toMatchObject([{ receiptUrl: expect.stringMatching(/&s=2000\.00&.*&n=2$/), note: 'Ребёнок заболел' }])
    const { items } = (await staff.call('GET /v1/admin/audit/list', { query: 'kind=payment' })).json()
    expect(items[0]).toMatchObject({
      action: 'payment.returned',
      reason: 'Ребёнок заболел',
      detail: `2000.00 ₽, ${family.number}`,
      subject: { id: family.parent.userId },
    })
  })

  test('of a payment that was returned whole is refused, also while the first one is under way', async () => {
    const family = await paidFamily({ amounts: [300_000] })
    const staff = await administrator()
    const answers = await Promise.all([ask(staff, family.checkout, 300_000), ask(staff, family.checkout, 300_000)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await site.run('send-refunds')
    expect((await ask(staff, family.checkout, 1)).statusCode).toBe(409)
    expect(await listOf(staff, family)).toMatchObject([{ returnable: 0 }])
    expect(await preview(staff, family.checkout, 100)).toEqual({ lines: [], excess: 100 })
  })

  test('that the bank does not make leaves the instalment paid, waits for the staff and can be cleared up', async () => {
    const family = await paidFamily({ amounts: [300_000] })
    const staff = await administrator()
    await ask(staff, family.checkout, 300_000)
    site.outage.fault = ({ call }) => (call === 'createRefund' ? new OrderRefused('HTTP 403') : null)
    await site.database.update(refunds).set({ failedAttempts: 71 }).where(eq(refunds.checkoutId, family.checkout.uuid))
    await site.run('send-refunds')
    site.outage.fault = () => null
    expect(await refundsOf(family.checkout)).toMatchObject([{ state: 'failed' }])
    expect(await statesOf(family)).toEqual([{ status: 'Closed', paid: 300_000 }])
    expect((await messagesTo(family)).map(({ kind }) => kind)).toEqual(['refund-begun', 'refund-failed'])
    const queue = async () => (await staff.call('GET /v1/admin/pending-work')).json<PendingWork>().paymentDifferences
    const [waiting] = await queue()
    expect(waiting).toMatchObject({ kind: 'refund-failed', amount: 300_000, payer: { id: family.parent.userId } })
    const clear = () =>
      staff.call(`POST /v1/admin/payment-difference/${waiting?.id}/clear`, {
        body: { reason: 'Вернули переводом' },
        headers: { 'idempotency-key': randomUUID() },
      })
    expect((await clear()).statusCode).toBe(200)
    expect((await clear()).statusCode).toBe(409)
    expect(await queue()).toEqual([])
    expect(await listOf(staff, family)).toMatchObject([{ returnable: 300_000 }])
  })

  test('is less what was paid in that year for the tax office', async () => {
    const family = await paidFamily({ amounts: [300_000] })
    const staff = await administrator()
    const paidOf = async () => {
      const answer = await family.parent.call('GET /v1/profile/tax-deduction', { query: 'year=2026' })
      return answer.json().students.find(({ studentUuid }: { studentUuid: string }) => studentUuid === family.childId)
    }
    expect(await paidOf()).toMatchObject({ paid: 300_000 })
    await ask(staff, family.checkout, 100_000)
    await site.run('send-refunds')
    expect(await paidOf()).toMatchObject({ paid: 200_000 })
  })
})
