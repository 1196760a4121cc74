import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checkout } from '#contract/billing/checkouts.ts'
import type { ActionPreview, ActionTerms, ContractCard } from '#contract/billing/contract-actions.ts'
import type { StaffTermination, TerminationPreview } from '#contract/billing/termination.ts'
import type { terminationStates } from '#contract/enumerations.ts'
import { sessionLifetime } from '#server/access/session-lifetime.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { toPayInSql } from '#server/enrolment/contracts/payment-sums.ts'
import { bankActs } from '#server/idp/bank/bank-page.ts'
import { importSingleRow } from '#tests/support/billing/import-receipt.ts'
import { type OnlineSchool, openOnlineSchool } from '#tests/support/billing/online-school.ts'
import { readAccounts, settledAccounts } from '#tests/support/billing/payment-accounts.ts'
import { ids } from '#tests/support/schools/small-school.ts'
import type { Person } from '#tests/support/server/app.ts'

let site: OnlineSchool
beforeAll(async () => {
  site = await openOnlineSchool()
  // The course goes on for as long as the clock of all runs.
  await site.database.execute(sql`
    insert into lessons (group_id, topic, format, starts_at, ends_at)
    select ${ids.group}, 'Тема', 'offline', day, day + interval '90 minutes'
    from generate_series('2026-09-01T13:00:00Z'::timestamptz, '2060-09-01T13:00:00Z', interval '30 days') as day`)
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
  fc.record({ does: fc.constant('terminate'), of: fc.constantFrom(0, 1), moves: fc.boolean() }),
  fc.record({ does: fc.constant('withdraw'), of: fc.constantFrom(0, 1) }),
  fc.record({ does: fc.constant('act'), of: fc.constantFrom(0, 1), at: fc.nat(3), as: fc.nat(9), share: fc.nat(10) }),
  fc.record({ does: fc.constant('undo'), of: fc.constantFrom(0, 1), at: fc.nat(5) }),
  fc.record({ does: fc.constant('office') }),
  fc.record({ does: fc.constant('next-day') }),
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
  // The customer of both may move money from one to the other.
  await site.database
    .update(contracts)
    .set({ customerId: family.parent.userId })
    .where(eq(contracts.id, other.contractId))
  for (const { childId } of [family, other]) await site.school.joinGroup(childId)
  await site.database.execute(sql`update study_groups set places_total = 100000, places_taken = places_taken + 2`)
  const people = [family.parent, await site.addGuardian(family.childId)] as const
  const made: (Checkout & { who: number })[] = []
  const contractIds = [family.contractId, other.contractId]
  /** The system of the school has decided about them. */
  const endedByOthers = new Set<string>()
  /** What went back otherwise until a termination was settled, by contract. */
  const returnedBefore = new Map<string, number>()

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
      endedByOthers.add(contractId)
    } else if (one.does === 'outage') site.outage.isOn = one.isOn
    else if (one.does === 'kill') site.outage.dies = one.dies
    else if (one.does === 'notifications') site.switches.takesNotifications = one.areTaken
    else if (one.does === 'terminate') {
      const [from, to] = one.of === 0 ? [family, other] : [other, family]
      await terminate(family.parent, from.contractId, one.moves ? to.contractId : null)
    } else if (one.does === 'withdraw') {
      const { contractId } = one.of === 0 ? family : other
      const call = `POST /v1/profile/contract/${contractId}/termination/withdraw`
      const answer = await family.parent.call(call, { headers: { 'idempotency-key': randomUUID() } })
      expect([200, 409]).toContain(answer.statusCode)
    } else if (one.does === 'act') await actOn(one.of === 0 ? family : other, one)
    else if (one.does === 'undo') await undoOf(one.of === 0 ? family : other, one.at)
    else if (one.does === 'office') await transferAll(family.parent)
    else if (one.does === 'next-day') await pass(24 * 60)
    else if (one.does === 'jobs') await site.run('watch-checkouts', 'carry-out-terminations', 'send-refunds')
    else if (one.does === 'half-hour') await pass(31)
    else await touch(one, made[one.at % Math.max(1, made.length)])
    await noteSettlements()
  }

  async function noteSettlements() {
    for (const { contractId, state, returnedOtherwise } of await readTerminations(contractIds))
      if (state !== 'asked' && state !== 'withdrawn' && !returnedBefore.has(contractId))
        returnedBefore.set(contractId, returnedOtherwise)
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
  return { contractIds, endedByOthers, returnedBefore, noteSettlements }
}
type Played = Awaited<ReturnType<typeof play>>

type Ended = {
  contractId: string
  /** Of the termination that was not withdrawn, if there is one. */
  state: (typeof terminationStates)[number]
  given: number
  paid: number
  /** By refunds, transfers and imports that are not of the termination, also those under way. */
  returnedOtherwise: number
  canceled: number
  /** The staff has cancelled a payment. */
  hasCancel: boolean
  /** What the customer is asked for. */
  asked: number
  /** Refunds under way. */
  pending: number
}

/** The terminations of these contracts, at most one of each. */
async function readTerminations(contractIds: readonly string[]): Promise<Ended[]> {
  const { rows } = await site.database.execute<Ended>(sql`
    select distinct on (contract_id) contract_id as "contractId", state, given::float8 as given,
      (select sum(paid) from payment_balances where payment_balances.contract_id = terminations.contract_id)::float8 as paid,
      (coalesce((
        select sum(operations.amount) from operations join payments on payments.id = payment_id
        where payments.contract_id = terminations.contract_id and operations.kind in ('ReturnDS', 'ReturnTransferDS')
          and external_id not like 'termination/%' and external_id not like 'transfer/%'
          and not exists (select from refunds where reason = 'termination' and 'yookassa/' || refunds.external_id = operations.external_id)
      ), 0) + coalesce((
        select sum(refund_lines.amount) from refund_lines join refunds on refunds.id = refund_id
          join payments on payments.id = payment_id
        where payments.contract_id = terminations.contract_id and refunds.state = 'pending' and reason <> 'termination'
      ), 0))::float8 as "returnedOtherwise",
      (select count(*) from payments where payments.contract_id = terminations.contract_id and status = 'Canceled')::int as canceled,
      exists (
        select from contract_actions where contract_actions.contract_id = terminations.contract_id and action = 'cancel' and undone_at is null
      ) as "hasCancel",
      (select sum(${toPayInSql}) from payments join payment_balances on payment_id = payments.id
        where payments.contract_id = terminations.contract_id)::float8 as asked,
      coalesce((
        select sum(refund_lines.amount) from refund_lines join refunds on refunds.id = refund_id
          join payments on payments.id = payment_id
        where payments.contract_id = terminations.contract_id and refunds.state = 'pending'
      ), 0)::float8 as pending
    from terminations where contract_id = any(${sql.param(contractIds)}::uuid[])
    order by contract_id, state = 'withdrawn', asked_at desc`)
  return rows
}

/**
 * A settled termination keeps the price of the lessons, less what went back since and was not paid again; until then no more is
 * asked for than is missing of it. A withdrawn one leaves the plan whole, and a contract in force defers nothing.
 */
async function expectTerminations({ contractIds, endedByOthers, returnedBefore }: Played): Promise<void> {
  for (const ended of await readTerminations(contractIds)) {
    const { contractId, state, given, paid, asked, pending, returnedOtherwise, canceled, hasCancel } = ended
    if (endedByOthers.has(contractId)) continue
    const since = returnedOtherwise - (returnedBefore.get(contractId) ?? 0)
    const isSettling = state === 'returning' || state === 'settled'
    if (isSettling) expect(asked, contractId).toBeLessThanOrEqual(Math.max(0, given - paid + pending))
    if (state === 'settled') expect(paid, contractId).toBeLessThanOrEqual(given)
    if (state === 'settled' && !hasCancel) expect(paid, contractId).toBeGreaterThanOrEqual(given - since)
    if (state === 'asked') expect(asked, contractId).toBe(0)
    if (state === 'withdrawn' && !hasCancel) expect(canceled, contractId).toBe(0)
  }
  const { rows: deferred } = await site.database.execute(sql`
    select contract_id, payments.id from payments join contracts on contracts.id = contract_id
    where contract_id = any(${sql.param(contractIds)}::uuid[]) and contracts.status = 'Concluded'
      and payments.status = 'DeferredPayment'`)
  expect(deferred.filter(({ contract_id: id }) => !endedByOthers.has(String(id)))).toEqual([])
}

/** Accepts the sums that the page would show. */
async function terminate(customer: Person, contractId: string, moveTo: string | null): Promise<void> {
  const path = `/v1/profile/contract/${contractId}/termination`
  const of = async (query: string) => (await customer.call(`GET ${path}/preview`, { query })).json<TerminationPreview>()
  const { targets } = await of('')
  const target = targets.find(({ contractUuid }) => contractUuid === moveTo)?.contractUuid
  const { obstacle, lastDay, hash } = await of(target ? `moveTo=${target}` : '')
  if (obstacle !== null) return
  const bank = { recipient: 'Соколова Анна', account: '40817810899910004312', bankCode: '044525225' }
  const answer = await customer.call(`POST ${path}`, {
    body: { lastDay, hash, bank, ...(target && { moveTo: target }) },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(answer.statusCode).toBe(200)
}

/** The staff does something with a contract or one of its payments, if it is possible. */
async function actOn(
  { contractId }: { contractId: string },
  { at, as, share }: Extract<Step, { does: 'act' }>,
): Promise<void> {
  const staff = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
  const { contract } = (await staff.call(`GET /v1/admin/contract/${contractId}`)).json<ContractCard>()
  const payment = contract.payments[at % contract.payments.length]
  const day = site.clock.now.toISOString().slice(0, 10)
  const part = (sum: number) => Math.max(1, Math.floor((sum * share) / 10))
  const all: ActionTerms[] = [
    { action: 'freeze', until: day },
    { action: 'unfreeze' },
    { action: 'end', kept: Math.floor((contract.paid * share) / 10) },
    { action: 'move', dueOn: '2060-01-01' },
    { action: 'split', amount: part(payment?.left ?? 0), dueOn: '2028-01-01' },
    { action: 'mark-paid', amount: part(payment?.left ?? 0), paidOn: day, documentNumber: randomUUID().slice(0, 30) },
    { action: 'mark-error' },
    { action: 'clear-error' },
    { action: 'cancel' },
    { action: 'remind' },
  ]
  const terms = all[as] as ActionTerms
  const paymentUuid = as < 3 ? null : (payment?.uuid ?? null)
  const body = { terms, targets: [{ contractUuid: contractId, paymentUuid }] }
  const previews = await staff.call('POST /v1/admin/contract-action/preview', { body })
  expect(previews.statusCode).toBe(200)
  const [preview] = previews.json<ActionPreview[]>()
  if (!preview || preview.obstacle !== null) return
  const answer = await staff.call(`POST /v1/admin/contract/${contractId}/action`, {
    body: { terms, paymentUuid, reason: 'По заявлению семьи', hash: preview.hash },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect([200, 409]).toContain(answer.statusCode)
}

async function undoOf({ contractId }: { contractId: string }, at: number): Promise<void> {
  const staff = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
  const { history } = (await staff.call(`GET /v1/admin/contract/${contractId}`)).json<ContractCard>()
  const entry = history[at % Math.max(1, history.length)]
  if (!entry) return
  const answer = await staff.call(`POST /v1/admin/contract-action/${entry.uuid}/undo`, {
    body: { reason: 'Отметили по ошибке' },
    headers: { 'idempotency-key': randomUUID() },
  })
  // What the card offers is possible, unless something has happened meanwhile.
  expect(entry.canUndo ? [200, 409] : [409]).toContain(answer.statusCode)
}

/** The office transfers what waits for it. */
async function transferAll(customer: Person & { userId: string }): Promise<void> {
  const staff = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
  const found = (await staff.call(`GET /v1/admin/user/${customer.userId}/termination/list`)).json<StaffTermination[]>()
  for (const { termination } of found) {
    if (!termination || termination.toTransfer === 0) continue
    const answer = await staff.call(`POST /v1/admin/termination/${termination.uuid}/settle`, {
      body: { amount: termination.toTransfer, documentNumber: `ПП-${termination.uuid.slice(0, 30)}` },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect([200, 409]).toContain(answer.statusCode)
  }
}

async function leftOf(contractId: string) {
  const { rows } = await site.database.execute<{ paymentUuid: string; amount: number }>(sql`
    select id as "paymentUuid", (amount - paid)::float8 as amount
    from payments join payment_balances on payment_id = id where payments.contract_id = ${contractId} order by position`)
  return rows
}

async function holdsFor(steps: readonly Step[]): Promise<void> {
  const played = await play(steps)
  Object.assign(site.switches, { takesNotifications: true })
  Object.assign(site.outage, { isOn: false, dies: null })
  // Hours later late money has arrived, what was not confirmed has expired, and refunds were made. The bank may still be
  // sending notifications.
  const settled = async () => {
    await pass(61)
    await site.run('watch-checkouts', 'reconcile-payments', 'carry-out-terminations', 'send-refunds')
    await played.noteSettlements()
    const { sums: _, ...accounts } = await readAccounts(site.database, played.contractIds)
    return accounts
  }
  await settled()
  await expect.poll(settled, { timeout: 15_000, interval: 100 }).toEqual(settledAccounts)
  await expectTerminations(played)
}

/** Sessions go on: what ends them is another subject. */
async function pass(minutes: number): Promise<void> {
  site.clock.now = new Date(site.clock.now.getTime() + minutes * 60_000)
  const expiresAt = new Date(site.clock.now.getTime() + sessionLifetime)
  await site.database.update(sessions).set({ lastSeenAt: site.clock.now, expiresAt })
}

const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), holdsFor)

test(
  'In any order of events money is booked once, the rest goes back, and terminations keep what they say',
  { timeout: 180_000 },
  () => fc.assert(property, { numRuns: 30 }),
)

test('The same holds in two thousand orders', { timeout: 60 * 60_000, tags: ['nightly'] }, () =>
  fc.assert(property, { numRuns: 2000 }),
)
