import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ActionPreview, ActionTerms, ContractCard } from '#contract/billing/contract-actions.ts'
import type { Role } from '#contract/roles.ts'
import { sessionLifetime } from '#server/access/session-lifetime.ts'
import { autopays } from '#server/db/schema/checkouts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { campaigns, groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { closeInstalments } from '#server/integration/import/close-instalments.ts'
import { importSingleRow } from '#tests/support/billing/import-receipt.ts'
import { type Instalment, type OnlineSchool, openOnlineSchool } from '#tests/support/billing/online-school.ts'
import { readAccounts, settledAccounts } from '#tests/support/billing/payment-accounts.ts'
import { ids } from '#tests/support/schools/small-school.ts'

const today = '2026-10-14'
const reason = 'По заявлению семьи от 14 октября'

let site: OnlineSchool
beforeAll(async () => {
  site = await openOnlineSchool()
  await site.addLessons()
})
beforeEach(async () => {
  await at(`${today}T09:00:00Z`)
  await site.database.delete(deliveries)
  await site.database.update(studyGroups).set({ placesTaken: 5 })
})
afterAll(() => site.close())

type Family = Omit<Awaited<ReturnType<OnlineSchool['addContract']>>, 'lines'> & { lines: readonly Instalment[] }

async function at(now: string) {
  site.clock.now = new Date(now)
  const expiresAt = new Date(site.clock.now.getTime() + sessionLifetime)
  await site.database.update(sessions).set({ lastSeenAt: site.clock.now, expiresAt })
}
async function addFamily(wishes: Parameters<OnlineSchool['addContract']>[0] = {}) {
  const family = await site.addContract(wishes)
  await site.school.joinGroup(family.childId)
  return family
}
function staff(role: Role = 'administrator') {
  return site.server.signInAs({ roles: [role], twoFactorLastCheck: site.clock.now })
}
async function previewed(
  family: Family,
  terms: ActionTerms,
  line = 0,
  role: Role = 'administrator',
): Promise<ActionPreview> {
  const paymentUuid = isOfContract(terms) ? null : (family.lines[line]?.paymentUuid ?? null)
  const body = { terms, targets: [{ contractUuid: family.contractId, paymentUuid }] }
  const answer = await (await staff(role)).call('POST /v1/admin/contract-action/preview', { body })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<ActionPreview[]>()[0] as ActionPreview
}
function isOfContract({ action }: ActionTerms) {
  return ['note-paper', 'freeze', 'unfreeze', 'end'].includes(action)
}
async function asked(
  family: Family,
  terms: ActionTerms,
  { line = 0, hash = '', key = randomUUID(), role = 'administrator' as Role, hasReason = true } = {},
) {
  const paymentUuid = isOfContract(terms) ? null : (family.lines[line]?.paymentUuid ?? null)
  return (await staff(role)).call(`POST /v1/admin/contract/${family.contractId}/action`, {
    body: {
      terms,
      paymentUuid,
      ...(hasReason && { reason }),
      hash: hash || (await previewed(family, terms, line, role)).hash || '0'.repeat(64),
    },
    headers: { 'idempotency-key': key },
  })
}
async function done(family: Family, terms: ActionTerms, line = 0): Promise<string> {
  const answer = await asked(family, terms, { line })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ actionUuid: string }>().actionUuid
}
async function undo(actionUuid: string, role: Role = 'administrator') {
  const body = { reason: 'Отметили не тот платёж' }
  const headers = { 'idempotency-key': randomUUID() }
  return (await staff(role)).call(`POST /v1/admin/contract-action/${actionUuid}/undo`, { body, headers })
}
async function cardOf(family: Family): Promise<ContractCard> {
  return (await (await staff()).call(`GET /v1/admin/contract/${family.contractId}`)).json()
}
async function linesOf(family: Family) {
  const { rows } = await site.database.execute<{ status: string; dueOn: string; amount: number; paid: number }>(sql`
    select status, due_on::text as "dueOn", amount::float8 as amount, paid::float8 as paid
    from payments join payment_balances on payment_id = id where payments.contract_id = ${family.contractId} order by position`)
  return rows.map(({ status, dueOn, amount, paid }) => [status, dueOn, amount, paid])
}
async function statusOf(family: Family) {
  const [row] = await site.database.select().from(contracts).where(eq(contracts.id, family.contractId))
  return row?.status
}
async function membershipsOf({ childId }: Family) {
  const rows = await site.database
    .select({ joinedOn: groupMemberships.joinedOn, leftOn: groupMemberships.leftOn })
    .from(groupMemberships)
    .where(eq(groupMemberships.studentId, childId))
    .orderBy(groupMemberships.joinedOn)
  return rows.map(({ joinedOn, leftOn }) => [joinedOn, leftOn])
}
async function messagesTo({ parent }: Family) {
  const rows = await site.database
    .select({ kind: notifications.kind })
    .from(notifications)
    .where(eq(notifications.userId, parent.userId))
    .orderBy(notifications.at, notifications.kind)
  return rows.map(({ kind }) => kind)
}
async function placesTaken() {
  const [group] = await site.database.select().from(studyGroups).where(eq(studyGroups.id, ids.group))
  return group?.placesTaken
}
/** As an import of the school's system does. */
function closeOf({ lines }: Family) {
  const moment = { now: site.clock.now, timeZone: 'Europe/Moscow' }
  return site.database.transaction((transaction) =>
    closeInstalments(
      transaction,
      lines.map(({ paymentUuid }) => paymentUuid),
      moment,
    ),
  )
}
/** The laws of the ledger. */
async function isBalanced(...families: Family[]) {
  const { sums: _, ...accounts } = await readAccounts(
    site.database,
    families.map(({ contractId }) => contractId),
  )
  expect({ ...accounts, undecided: 0 }).toEqual(settledAccounts)
}

const reached = new Set<string>()
async function reach(family: Family) {
  reached.add(`contract ${await statusOf(family)}`)
  for (const [status] of await linesOf(family)) reached.add(`payment ${status}`)
}

describe('A freeze', () => {
  test('ends lessons and payments, keeps the place, and is over on the day after its last one', async () => {
    const family = await addFamily({ dueOn: ['2026-10-10', '2026-10-20'] })
    const taken = await placesTaken()
    expect(await previewed(family, { action: 'freeze', until: '2026-10-24' })).toMatchObject({
      obstacle: null,
      before: 'Concluded',
      after: 'Frozen',
      freesPlace: false,
      givenUp: 0,
      payments: [
        { position: 1, before: { status: 'Open' }, after: { status: 'DeferredPayment', toPay: 0 } },
        { position: 2, before: { status: 'Open' }, after: { status: 'DeferredPayment', toPay: 0 } },
      ],
    })
    expect(await statusOf(family)).toBe('Concluded')
    await done(family, { action: 'freeze', until: '2026-10-24' })
    await reach(family)
    expect(await membershipsOf(family)).toEqual([['2026-09-01', today]])
    expect((await cardOf(family)).frozenUntil).toBe('2026-10-24')
    await at('2026-10-24T09:00:00Z')
    await site.run('unfreeze-contracts')
    expect(await statusOf(family)).toBe('Frozen')
    await at('2026-10-25T09:00:00Z')
    await site.run('unfreeze-contracts')
    expect(await statusOf(family)).toBe('Concluded')
    // What was overdue before stays so; the other is due eleven days later.
    expect(await linesOf(family)).toEqual([
      ['Open', '2026-10-10', 880_000, 0],
      ['Open', '2026-10-31', 120_000, 0],
    ])
    expect(await membershipsOf(family)).toEqual([
      ['2026-09-01', today],
      ['2026-10-25', null],
    ])
    expect(await placesTaken()).toBe(taken)
    expect(await messagesTo(family)).toEqual(['contract-frozen', 'contract-unfrozen'])
    await isBalanced(family)
  })

  test('that ends on its first day leaves no trace in the schedule', async () => {
    const family = await addFamily()
    const frozenUntil = async () =>
      (await family.parent.call(`GET /v1/profile/contract/${family.contractId}/history`)).json().frozenUntil
    await done(family, { action: 'freeze', until: '2026-12-01' })
    expect(await frozenUntil()).toBe('2026-12-01')
    await at(`${today}T09:05:00Z`)
    await done(family, { action: 'unfreeze' })
    expect(await frozenUntil()).toBeUndefined()
    expect(await membershipsOf(family)).toEqual([['2026-09-01', null]])
    expect((await linesOf(family)).map(([status, dueOn]) => [status, dueOn])).toEqual([
      ['Open', '2026-10-20'],
      ['Open', '2026-10-20'],
    ])
    const { history } = await cardOf(family)
    expect(history.map(({ action, undone }) => [action, undone?.reason])).toEqual([
      ['unfreeze', undefined],
      ['freeze', reason],
    ])
  })

  test('by the system of the school is ended too', async () => {
    const family = await site.addContract({
      status: 'Frozen',
      statuses: ['Closed', 'DeferredPayment'],
      amounts: [0, 100_000],
      dueOn: ['2026-09-01', '2026-10-01'],
    })
    await done(family, { action: 'unfreeze' })
    expect(await linesOf(family)).toEqual([
      ['Closed', '2026-09-01', 0, 0],
      ['Open', '2026-10-19', 100_000, 0],
    ])
    expect(await membershipsOf(family)).toEqual([[today, null]])
  })

  test('that the system of the school has ended goes on with its payments and lessons', async () => {
    const family = await addFamily({ dueOn: ['2026-10-10', '2026-10-20'] })
    const setStatus = (status: 'Concluded' | 'OnTermination') =>
      site.database.update(contracts).set({ status }).where(eq(contracts.id, family.contractId))
    await done(family, { action: 'freeze', until: '2026-12-01' })
    await at('2026-10-20T09:00:00Z')
    await setStatus('OnTermination')
    await site.run('unfreeze-contracts')
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['DeferredPayment', 'DeferredPayment'])
    await setStatus('Concluded')
    await site.run('unfreeze-contracts')
    expect(await statusOf(family)).toBe('Concluded')
    expect(await linesOf(family)).toEqual([
      ['Open', '2026-10-10', 880_000, 0],
      ['Open', '2026-10-26', 120_000, 0],
    ])
    expect(await membershipsOf(family)).toEqual([
      ['2026-09-01', today],
      ['2026-10-20', null],
    ])
    await site.run('unfreeze-contracts')
    expect(await messagesTo(family)).toEqual(['contract-frozen', 'contract-unfrozen'])
    await isBalanced(family)
  })

  test('over one that the system of the school has ended knows the payments and the membership of before', async () => {
    const family = await addFamily()
    await done(family, { action: 'freeze', until: '2026-12-01' })
    await site.database.update(contracts).set({ status: 'Concluded' }).where(eq(contracts.id, family.contractId))
    await done(family, { action: 'freeze', until: '2026-12-01' })
    await done(family, { action: 'unfreeze' })
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['Open', 'Open'])
    expect(await membershipsOf(family)).toEqual([['2026-09-01', null]])
  })

  test('defers what the system of the school returns, and leaves the usual time for it afterwards', async () => {
    const family = await addFamily({ dueOn: ['2026-10-01', '2026-10-20'] })
    await importSingleRow(site.database, { contract: family.number, amount: 880_000, now: site.clock.now })
    await done(family, { action: 'freeze', until: '2026-12-01' })
    const paymentId = family.lines[0]?.paymentUuid ?? ''
    await site.database
      .insert(operations)
      .values({ paymentId, kind: 'ReturnDS', amount: 880_000, at: site.clock.now, externalId: randomUUID() })
    await closeOf(family)
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['DeferredPayment', 'DeferredPayment'])
    await at('2026-10-24T09:00:00Z')
    await done(family, { action: 'unfreeze' })
    expect(await linesOf(family)).toEqual([
      ['Open', '2026-10-29', 880_000, 0],
      ['Open', '2026-10-30', 120_000, 0],
    ])
  })

  test('gives up payments under way; their money is booked all the same', async () => {
    const family = await addFamily()
    const checkout = await site.started(family.parent, family.lines.slice(0, 1))
    expect(await previewed(family, { action: 'freeze', until: '2026-10-24' })).toMatchObject({ givenUp: 1 })
    await done(family, { action: 'freeze', until: '2026-10-24' })
    expect((await site.read(family.parent, checkout)).state).toBe('canceled')
    await site.press(checkout, 'pay')
    await expect.poll(async () => (await linesOf(family))[0]?.[0], { timeout: 10_000 }).toBe('Closed')
    await done(family, { action: 'unfreeze' })
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['Closed', 'Open'])
    await isBalanced(family)
  })
})

describe('The end at once', () => {
  test('cancels what is unpaid, frees the place, and leaves the money to the queue of transfers', async () => {
    const family = await addFamily()
    await done(family, { action: 'mark-paid', amount: 880_000, paidOn: today, documentNumber: 'ПКО-7' })
    const [agreement] = await site.database
      .insert(autopays)
      .values({
        contractId: family.contractId,
        personId: family.parent.userId,
        state: 'on',
        savedMethod: 'card',
        cardDigits: '4444',
        termsVersion: 1,
        fromOn: today,
        agreedAt: site.clock.now,
        agreedAddress: '127.0.0.1',
      })
      .returning()
    expect(await previewed(family, { action: 'end', kept: 300_000 })).toMatchObject({
      after: 'OnTermination',
      toReturn: 580_000,
      endsAutopay: true,
      freesPlace: true,
    })
    await done(family, { action: 'end', kept: 300_000 })
    await reach(family)
    expect(await linesOf(family)).toEqual([
      ['Closed', '2026-10-20', 880_000, 880_000],
      ['Canceled', '2026-10-20', 120_000, 0],
    ])
    const [stopped] = await site.database
      .select()
      .from(autopays)
      .where(eq(autopays.id, agreement?.id ?? ''))
    expect([stopped?.state, await placesTaken()]).toEqual(['off', 4])
    const [termination] = await site.database
      .select()
      .from(terminations)
      .where(eq(terminations.contractId, family.contractId))
    const settled = await (await staff()).call(`POST /v1/admin/termination/${termination?.id}/settle`, {
      body: { amount: 580_000, documentNumber: 'ПП-31' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect([settled.statusCode, await statusOf(family)]).toEqual([200, 'Termination'])
    await reach(family)
    expect(await messagesTo(family)).toEqual([
      'autopay-ended',
      'contract-ended',
      'contract-terminated',
      'payment-arrived',
      'payment-returned',
    ])
    await isBalanced(family)
  })

  test('of a contract without money is the end', async () => {
    const family = await addFamily({ status: 'Open' })
    await reach(family)
    await done(family, { action: 'end', kept: 0 })
    expect(await statusOf(family)).toBe('Termination')
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['Canceled', 'Canceled'])
    expect(await messagesTo(family)).toEqual(['contract-ended'])
  })
})

describe('A payment', () => {
  test('is moved, and moved back', async () => {
    const family = await addFamily()
    const id = await done(family, { action: 'move', dueOn: '2026-11-20' }, 1)
    expect((await linesOf(family))[1]).toEqual(['Open', '2026-11-20', 120_000, 0])
    expect((await undo(id)).statusCode).toBe(200)
    expect((await linesOf(family))[1]).toEqual(['Open', '2026-10-20', 120_000, 0])
    expect((await undo(id)).statusCode).toBe(409)
    expect(await messagesTo(family)).toEqual(['payment-changed', 'payment-changed'])
    const again = await done(family, { action: 'move', dueOn: '2026-11-20' }, 1)
    await at('2026-10-21T09:00:00Z')
    expect((await undo(again)).statusCode).toBe(409)
  })

  test('is split, gives up what is under way, and is joined while nothing refers to the part', async () => {
    const family = await addFamily()
    const checkout = await site.started(family.parent, family.lines.slice(0, 1))
    const id = await done(family, { action: 'split', amount: 500_000, dueOn: '2026-12-01' })
    expect(await linesOf(family)).toEqual([
      ['Open', '2026-10-20', 500_000, 0],
      ['Open', '2026-10-20', 120_000, 0],
      ['Open', '2026-12-01', 380_000, 0],
    ])
    // The page of the bank was open: the part is paid, and the rest goes back.
    await site.press(checkout, 'pay')
    await expect.poll(async () => (await linesOf(family))[0]?.[0], { timeout: 10_000 }).toBe('Closed')
    await site.run('send-refunds')
    expect((await undo(id)).statusCode).toBe(409)
    await isBalanced(family)

    const other = await addFamily()
    const split = await done(other, { action: 'split', amount: 500_000, dueOn: '2026-12-01' })
    // A part that was cancelled is not owed again.
    const { contract } = await cardOf(other)
    const part = { ...other, lines: [{ paymentUuid: contract.payments[2]?.uuid ?? '', amount: 380_000 }] }
    const canceled = await done(part, { action: 'cancel' })
    expect((await undo(split)).statusCode).toBe(409)
    await undo(canceled)
    expect((await undo(split)).statusCode).toBe(200)
    expect(await linesOf(other)).toEqual([
      ['Open', '2026-10-20', 880_000, 0],
      ['Open', '2026-10-20', 120_000, 0],
    ])
  })

  test('that came outside is booked with its document once, concludes the contract, and then stays', async () => {
    const family = await addFamily({ status: 'Open' })
    const terms = { action: 'mark-paid', amount: 880_000, paidOn: '2026-10-12', documentNumber: 'ПКО-7' } as const
    const { hash } = await previewed(family, terms)
    const key = randomUUID()
    const person = await staff()
    const body = { terms, paymentUuid: family.lines[0]?.paymentUuid, reason, hash }
    const call = `POST /v1/admin/contract/${family.contractId}/action`
    const first = await person.call(call, { body, headers: { 'idempotency-key': key } })
    const again = await person.call(call, { body, headers: { 'idempotency-key': key } })
    expect([first.statusCode, again.json()]).toEqual([200, first.json()])
    await reach(family)
    const booked = await site.database
      .select({ kind: operations.kind, amount: operations.amount, at: operations.at })
      .from(operations)
      .innerJoin(payments, eq(payments.id, operations.paymentId))
      .where(eq(payments.contractId, family.contractId))
    expect(booked).toEqual([{ kind: 'ReceivingDS', amount: 880_000, at: new Date('2026-10-12T09:00:00Z') }])
    expect((await undo(first.json<{ actionUuid: string }>().actionUuid)).statusCode).toBe(409)
  })

  test('that was booked by mistake is given back by a return, also of a payment with money', async () => {
    const family = await addFamily({ statuses: ['Error', 'Open'] })
    const half = await done(family, { action: 'mark-paid', amount: 400_000, paidOn: today, documentNumber: '1' })
    expect(
      await previewed(family, { action: 'mark-paid', amount: 1, paidOn: today, documentNumber: '1' }),
    ).toMatchObject({ obstacle: 'document' })
    expect((await undo(half)).statusCode).toBe(200)
    expect((await linesOf(family))[0]).toEqual(['Error', '2026-10-20', 880_000, 0])
    expect(await messagesTo(family)).toEqual(['payment-arrived', 'payment-unbooked'])
    await done(family, { action: 'mark-paid', amount: 1, paidOn: today, documentNumber: '1' })
    await isBalanced(family)
  })

  test('that was marked in a freeze is asked for once both are undone', async () => {
    const family = await addFamily()
    const paid = { action: 'mark-paid', amount: 880_000, paidOn: today, documentNumber: '1' } as const
    await done(family, { action: 'freeze', until: '2026-12-01' })
    const id = await done(family, paid)
    await done(family, { action: 'unfreeze' })
    expect((await undo(id)).statusCode).toBe(200)
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['Open', 'Open'])
  })

  test('that was marked and unmarked in a freeze is afterwards what it was before, and due as it was', async () => {
    const family = await addFamily({ statuses: ['DeferredPayment', 'Open'], dueOn: ['2026-10-10', '2026-10-10'] })
    await done(family, { action: 'freeze', until: '2026-12-01' })
    for (const [line, amount] of [880_000, 120_000].entries()) {
      const id = await done(family, { action: 'mark-paid', amount, paidOn: today, documentNumber: `${line}` }, line)
      expect((await undo(id)).statusCode).toBe(200)
    }
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['DeferredPayment', 'DeferredPayment'])
    await at('2026-10-24T09:00:00Z')
    await done(family, { action: 'unfreeze' })
    expect(await linesOf(family)).toEqual([
      ['DeferredPayment', '2026-10-10', 880_000, 0],
      ['Open', '2026-10-10', 120_000, 0],
    ])
  })

  test('that is undone in a freeze of the school’s system leaves the payment afterwards as it was before', async () => {
    const family = await addFamily({ statuses: ['DeferredPayment', 'Open'] })
    const setStatus = (status: 'Frozen' | 'Concluded') =>
      site.database.update(contracts).set({ status }).where(eq(contracts.id, family.contractId))
    const paid = { action: 'mark-paid', amount: 880_000, paidOn: today, documentNumber: '1' } as const
    const ids = [await done(family, paid), await done(family, { ...paid, amount: 120_000, documentNumber: '2' }, 1)]
    await setStatus('Frozen')
    for (const id of ids) expect((await undo(id)).statusCode).toBe(200)
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['DeferredPayment', 'DeferredPayment'])
    await setStatus('Concluded')
    await site.run('unfreeze-contracts')
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['DeferredPayment', 'Open'])
  })

  test('that was marked before a freeze is not asked for in it, and is due later by its days', async () => {
    const family = await addFamily({ statuses: ['Error', 'Open'] })
    const paid = { action: 'mark-paid', amount: 880_000, paidOn: today, documentNumber: '1' } as const
    const id = await done(family, paid)
    await done(family, { action: 'freeze', until: '2026-12-01' })
    expect((await undo(id)).statusCode).toBe(200)
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['DeferredPayment', 'DeferredPayment'])
    await at('2026-10-24T09:00:00Z')
    await done(family, { action: 'unfreeze' })
    expect(await linesOf(family)).toEqual([
      ['Error', '2026-10-30', 880_000, 0],
      ['Open', '2026-10-30', 120_000, 0],
    ])
  })

  test('that was cancelled before a signature is asked for after it', async () => {
    const family = await addFamily({ status: 'Open', statuses: ['DeferredPayment', 'DeferredPayment'] })
    await site.database.update(contracts).set({ needsSignatures: true }).where(eq(contracts.id, family.contractId))
    const id = await done(family, { action: 'cancel' }, 1)
    await done(family, { action: 'note-paper', signedOn: today })
    expect((await undo(id)).statusCode).toBe(200)
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['Open', 'Open'])
  })

  test.each(['bank', 'fund'] as const)(
    'of a %s is booked without the customer as its payer, and deferred again',
    async (kind) => {
      const family = await addFamily({ statuses: ['DeferredPayment', 'Open'] })
      const isFirst = eq(payments.id, family.lines[0]?.paymentUuid ?? '')
      await site.database.update(payments).set({ kind }).where(isFirst)
      const paid = { action: 'mark-paid', amount: 880_000, paidOn: today, documentNumber: '1' } as const
      const id = await done(family, paid)
      expect((await undo(id)).statusCode).toBe(200)
      const booked = await site.database
        .select({ kind: operations.kind, payerId: operations.payerId, payerName: operations.payerName })
        .from(operations)
        .where(eq(operations.paymentId, family.lines[0]?.paymentUuid ?? ''))
      const noPayer = { payerId: null, payerName: null }
      expect(booked).toEqual([
        { kind: 'ReceivingDS', ...noPayer },
        { kind: 'ReturnDS', ...noPayer },
      ])
      expect((await linesOf(family))[0]?.[0]).toBe('DeferredPayment')
    },
  )

  test('with an error is marked, listed and cleared; a mistaken one is cancelled and restored', async () => {
    const family = await addFamily()
    await done(family, { action: 'mark-error' })
    await reach(family)
    const queue = await (await staff()).call('GET /v1/admin/work-queue/payment-errors/list')
    expect(
      queue.json<{ items: { contract: { number: string } }[] }>().items.map(({ contract }) => contract.number),
    ).toContain(family.number)
    await done(family, { action: 'clear-error' })
    const id = await done(family, { action: 'cancel' }, 1)
    await reach(family)
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['Open', 'Canceled'])
    expect((await undo(id)).statusCode).toBe(200)
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['Open', 'Open'])
    await isBalanced(family)
  })

  test('is reminded of once a day, without a reason, which every other action needs', async () => {
    const family = await addFamily()
    const unreasoned = await asked(family, { action: 'mark-error' }, { hasReason: false })
    expect(unreasoned.json()).toMatchObject({ status: 422, errors: [{ path: 'reason', message: 'wrong-value' }] })
    expect((await asked(family, { action: 'remind' }, { hasReason: false })).statusCode).toBe(200)
    expect(await previewed(family, { action: 'remind' })).toMatchObject({ obstacle: 'reminded' })
    expect(await messagesTo(family)).toEqual(['payment-due'])
    await at('2026-10-25T09:00:00Z')
    await done(family, { action: 'remind' })
    expect(await messagesTo(family)).toEqual(['payment-due', 'payment-overdue'])
  })
})

describe('While a termination', () => {
  async function terminated(family: Family, state: 'asked' | 'returning', given: number) {
    const { contractId } = family
    await site.database.insert(terminations).values({
      contractId,
      state,
      given,
      lastDay: '2026-10-13',
      askedById: family.parent.userId,
      askedAt: site.clock.now,
      hash: '',
      price: 1_000_000,
      lessonsHeld: 1,
      lessonsPlanned: 2,
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
    await site.database.update(contracts).set({ status: 'OnTermination' }).where(eq(contracts.id, contractId))
  }
  async function setLine({ lines }: Family, index: number, status: 'DeferredPayment' | 'Canceled') {
    const isIt = eq(payments.id, lines[index]?.paymentUuid ?? '')
    await site.database.update(payments).set({ status }).where(isIt)
  }
  const paid = { action: 'mark-paid', amount: 880_000, paidOn: today, documentNumber: '1' } as const

  test('is asked for, what is undone is not asked for until the contract goes on', async () => {
    const family = await addFamily()
    const [marked, canceled] = [await done(family, paid), await done(family, { action: 'cancel' }, 1)]
    await terminated(family, 'asked', 0)
    for (const id of [marked, canceled]) expect((await undo(id)).statusCode).toBe(200)
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['DeferredPayment', 'DeferredPayment'])
    const [row] = await site.database
      .select({ deferred: terminations.deferred })
      .from(terminations)
      .where(eq(terminations.contractId, family.contractId))
    expect(Object.values(row?.deferred ?? {})).toEqual(['Open', 'Open'])
  })

  test('is being settled, an undone booking leaves what is owed of the lessons, and a cancelled payment stays', async () => {
    const family = await addFamily()
    const [marked, canceled] = [await done(family, paid), await done(family, { action: 'cancel' }, 1)]
    await terminated(family, 'returning', 300_000)
    expect((await undo(canceled)).statusCode).toBe(409)
    expect((await undo(marked)).statusCode).toBe(200)
    expect(await linesOf(family)).toEqual([
      ['Open', '2026-10-20', 300_000, 0],
      ['Canceled', '2026-10-20', 120_000, 0],
      ['Canceled', '2026-10-20', 580_000, 0],
    ])
    await isBalanced(family)
  })

  test('is being settled, a return of a part leaves the rest of an owed payment owed', async () => {
    const family = await addFamily()
    await importSingleRow(site.database, { contract: family.number, amount: 400_000, now: site.clock.now })
    await setLine(family, 1, 'Canceled')
    await terminated(family, 'returning', 800_000)
    const refund = { contract: family.number, amount: 100_000, kind: 'ReturnDS', now: site.clock.now } as const
    await importSingleRow(site.database, refund)
    expect(await linesOf(family)).toEqual([
      ['Open', '2026-10-20', 800_000, 300_000],
      ['Canceled', '2026-10-20', 120_000, 0],
      ['Canceled', '2026-10-20', 80_000, 0],
    ])
    await closeOf(family)
    expect((await linesOf(family))[0]).toEqual(['Open', '2026-10-20', 800_000, 300_000])
    await isBalanced(family)
  })

  test('is being settled, its transfer is offered while there is something to transfer', async () => {
    const family = await addFamily()
    await importSingleRow(site.database, { contract: family.number, amount: 400_000, now: site.clock.now })
    await terminated(family, 'returning', 400_000)
    expect((await cardOf(family)).actions).toContainEqual({ action: 'settle-termination', obstacle: 'termination' })
    const isOfFamily = eq(terminations.contractId, family.contractId)
    await site.database.update(terminations).set({ given: 399_999 }).where(isOfFamily)
    expect((await cardOf(family)).actions).toContainEqual({ action: 'settle-termination', obstacle: null })
  })
})

describe('A paper', () => {
  test('opens the payments of a contract that waits for a signature, until it is withdrawn', async () => {
    const family = await addFamily({ status: 'Open', statuses: ['DeferredPayment', 'DeferredPayment'] })
    await site.database.update(contracts).set({ needsSignatures: true }).where(eq(contracts.id, family.contractId))
    const id = await done(family, { action: 'note-paper', signedOn: '2026-10-13', documentNumber: 'Д-15' })
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['Open', 'Open'])
    const { signing, actions } = await cardOf(family)
    expect(signing).toEqual({
      isNeeded: false,
      customerAt: null,
      schoolAt: null,
      paper: { signedOn: '2026-10-13', documentNumber: 'Д-15' },
    })
    expect(actions).toContainEqual({ action: 'note-paper', obstacle: 'signed' })
    expect((await undo(id)).statusCode).toBe(200)
    expect((await linesOf(family)).map(([status]) => status)).toEqual(['DeferredPayment', 'DeferredPayment'])
    expect(await messagesTo(family)).toEqual(['contract-paper', 'contract-paper'])
  })
})

describe('An action is refused', () => {
  test('to a guardian of the student, as to the customer', async () => {
    const family = await addFamily()
    const { userId } = await staff()
    await site.database.insert(guardianships).values({ guardianId: userId, childId: family.childId })
    const relative = await site.server.signInAs({
      userId,
      roles: ['administrator'],
      twoFactorLastCheck: site.clock.now,
    })
    const body = {
      terms: { action: 'cancel' },
      targets: [{ contractUuid: family.contractId, paymentUuid: family.lines[0]?.paymentUuid }],
    }
    const answer = await relative.call('POST /v1/admin/contract-action/preview', { body })
    expect(answer.json()).toMatchObject([{ obstacle: 'own' }])
    await done(family, { action: 'move', dueOn: '2026-11-20' })
    const { history } = (await relative.call(`GET /v1/admin/contract/${family.contractId}`)).json<ContractCard>()
    expect(history.map(({ canUndo }) => canUndo)).toEqual([false])
  })

  test('to a role that may not do it', async () => {
    const family = await addFamily()
    const terms = { action: 'mark-paid', amount: 1, paidOn: today, documentNumber: '1' } as const
    expect(await previewed(family, terms, 0, 'user_manager')).toMatchObject({ obstacle: 'role', hash: '' })
    const answer = await asked(family, terms, { role: 'user_manager' })
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([403, 'role-missing'])
    expect((await asked(family, { action: 'move', dueOn: '2026-12-01' }, { role: 'user_manager' })).statusCode).toBe(
      200,
    )
  })

  test('if it would do something else than was read', async () => {
    const family = await addFamily()
    const terms = { action: 'cancel' } as const
    const { hash } = await previewed(family, terms, 1)
    await done(family, { action: 'move', dueOn: '2026-12-01' }, 1)
    const answer = await asked(family, terms, { line: 1, hash })
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([409, 'price-changed'])
    expect((await linesOf(family))[1]?.[0]).toBe('Open')
  })

  test('of a payment of another contract, and of an unknown one', async () => {
    const [family, other] = [await addFamily(), await addFamily()]
    const answer = await asked({ ...family, lines: other.lines }, { action: 'cancel' }, { hash: '0'.repeat(64) })
    expect(answer.statusCode).toBe(404)
    expect((await (await staff()).call(`GET /v1/admin/contract/${randomUUID()}`)).statusCode).toBe(404)
    expect((await undo(randomUUID())).statusCode).toBe(404)
  })

  test('if two do the same at once', async () => {
    const family = await addFamily()
    const terms = { action: 'mark-paid', amount: 880_000, paidOn: today, documentNumber: '9' } as const
    const { hash } = await previewed(family, terms)
    const answers = await Promise.all([asked(family, terms, { hash }), asked(family, terms, { hash })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await isBalanced(family)
  })
})

test('Each status comes about by an action', () => {
  const wanted = ['Open', 'Concluded', 'Frozen', 'OnTermination', 'Termination'].map((status) => `contract ${status}`)
  const lines = ['Open', 'Closed', 'Canceled', 'Error', 'DeferredPayment'].map((status) => `payment ${status}`)
  expect([...reached]).toEqual(expect.arrayContaining([...wanted, ...lines]))
})

test('A contract of the 2035 programme is ended at once only', async () => {
  const family = await addFamily()
  const setKind = (kind: 'year' | 'u2035') =>
    site.database.update(campaigns).set({ kind }).where(eq(campaigns.id, ids.campaign))
  await setKind('u2035')
  onTestFinished(async () => void (await setKind('year')))
  const { actions } = await cardOf(family)
  expect(actions).toContainEqual({ action: 'start-termination', obstacle: 'programme-2035' })
  expect(actions).toContainEqual({ action: 'end', obstacle: null })
})

test('A card of a contract says who, what and what can be done', async () => {
  const family = await addFamily()
  const phone = '+79005550199'
  await site.database.update(users).set({ phone }).where(eq(users.id, family.parent.userId))
  await done(family, { action: 'move', dueOn: '2026-11-20' }, 1)
  const card = await cardOf(family)
  expect(card).toMatchObject({
    student: { id: family.childId },
    customer: { id: family.parent.userId, phone },
    frozenUntil: null,
    terminations: [],
    actions: ['note-paper', 'freeze', 'start-termination', 'end'].map((action) => ({ action, obstacle: null })),
    history: [
      { action: 'move', reason, payment: '2-й платёж', detail: '2026-10-20 → 2026-11-20', undone: null, canUndo: true },
    ],
  })
  expect(card.paymentActions[0]?.map(({ action }) => action)).toEqual([
    'remind',
    'move',
    'split',
    'mark-paid',
    'mark-error',
    'cancel',
  ])
})
