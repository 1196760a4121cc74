import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Autopay, AutopayOfUser } from '#contract/billing/autopay.ts'
import { autopayTermsVersion } from '#contract/billing/autopay-rules.ts'
import type { CheckoutSummary } from '#contract/billing/checkouts.ts'
import type { ActionPreview } from '#contract/billing/contract-actions.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { chargeCards } from '#server/billing/autopay/charge-cards.ts'
import { outcomeOf } from '#server/billing/autopay/rules.ts'
import { startCharges } from '#server/billing/autopay/start-charges.ts'
import type { PaymentContext } from '#server/billing/checkouts/payment-context.ts'
import { sealSavedCards } from '#server/billing/checkouts/saved-cards.ts'
import { ProviderUnavailable } from '#server/billing/providers/payment-provider.ts'
import { autopayCharges, autopays, checkouts } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import type { BankAct } from '#server/idp/bank/bank-page.ts'
import { applyRetention } from '#server/retention/old-records.ts'
import { openSecret } from '#server/security/stored-secret.ts'
import { findFaults } from '#server/start-warnings.ts'
import { importSingleRow } from '#tests/support/billing/import-receipt.ts'
import { type OnlineSchool, openOnlineSchool } from '#tests/support/billing/online-school.ts'
import type { Person } from '#tests/support/server/app.ts'

let site: OnlineSchool
beforeAll(async () => {
  site = await openOnlineSchool()
})
beforeEach(async () => {
  Object.assign(site.switches, { takesNotifications: true })
  Object.assign(site.outage, { isOn: false, fault: () => null, asked: [] })
  at('2026-10-14T09:00:00Z')
  // Those of other tests would be charged as well.
  await site.database.execute(
    sql`update checkouts set state = 'canceled', confirmation_url = null, finished_at = now(), decided_at = now() where state in ('started', 'pending')`,
  )
  await site.database.execute(
    sql`update autopay_charges set state = 'stopped', finished_at = now() where state in ('announced', 'charging')`,
  )
  await site.database.execute(
    sql`update autopays set state = 'off', ended_at = now(), end_reason = 'stopped' where state <> 'off'`,
  )
})
afterAll(() => site.close())

const at = (instant: string) => {
  site.clock.now = new Date(instant)
}
/** The jobs of a minute, as servers run them. */
const runJobs = () => site.run('send-payment-reminders', 'charge-cards', 'watch-checkouts', 'charge-cards')
/** Noon in Moscow. */
const on = async (day: string) => {
  at(`${day}T09:00:00Z`)
  await runJobs()
}

type Family = Awaited<ReturnType<OnlineSchool['addContract']>>
const amounts = [100_000, 880_000, 120_000]
const dueOn = ['2026-10-15', '2026-10-20', '2026-11-20']

const agreed = ({ contractId }: Family) => ({ contractUuids: [contractId], termsVersion: autopayTermsVersion })

/** The first instalment is paid by card, and the others are to be charged. */
async function agree(act: BankAct = 'pay', family?: Family) {
  const made = family ?? (await site.addContract({ amounts, dueOn }))
  const checkout = await site.started(made.parent, made.lines.slice(0, 1), { autopay: agreed(made) })
  await site.press(checkout, act)
  await expect.poll(async () => (await site.read(made.parent, checkout)).state).toBe('paid')
  // As of a person who has signed in.
  await site.database.update(users).set({ subject: made.parent.userId }).where(eq(users.id, made.parent.userId))
  return made
}

function contextOf(branchesOfOthers: PaymentContext['branchesOfOthers']): PaymentContext {
  const { paymentProvider: provider, env, log } = site.server.app
  if (!provider) throw new Error('The demo has no bank')
  return {
    database: site.database,
    provider,
    clock: () => site.clock.now,
    timeZone: env.TIME_ZONE,
    log,
    publicUrl: env.PUBLIC_URL,
    secretsKey: env.SECRETS_KEY,
    branchesOfOthers,
  }
}

/** Sessions end, days pass. */
const again = ({ parent }: Family) => site.server.signInAs({ roles: ['parent'], userId: parent.userId })

async function autopayOf(person: Person, { contractId }: Family): Promise<Autopay | undefined> {
  const { autopays: all } = (await person.call('GET /v1/profile/autopay/list')).json<{ autopays: Autopay[] }>()
  return all.find(({ contractUuid }) => contractUuid === contractId)
}

async function stop(person: Person, family: Family) {
  const [row] = await site.database
    .select({ id: autopays.id })
    .from(autopays)
    .where(and(eq(autopays.contractId, family.contractId), sql`state <> 'off'`))
  return person.call(`POST /v1/profile/autopay/${row?.id}/stop`, { headers: { 'idempotency-key': randomUUID() } })
}

const resume = (person: Person, { contractId }: Family) =>
  person.call('POST /v1/profile/autopay', {
    body: { contractUuid: contractId, termsVersion: autopayTermsVersion },
    headers: { 'idempotency-key': randomUUID() },
  })

/** Automatic messages of the person with their Russian values, the earliest first. */
async function messagesTo({ parent }: Family) {
  const rows = await site.database
    .select({ kind: notifications.kind, values: notifications.values })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, parent.userId),
        sql`(kind like 'autopay%' or kind in ('payment-due', 'payment-overdue'))`,
      ),
    )
    .orderBy(asc(notifications.at), asc(notifications.id))
  return rows
    .filter(({ kind }) => kind !== 'autopay-on')
    .map(({ kind, values }) => [kind, (values as { ru: unknown }).ru])
}

async function kindsTo(family: Family) {
  return (await messagesTo(family)).map(([kind]) => kind)
}

async function paidOf({ lines }: Family) {
  return Promise.all(lines.map(async (line) => (await site.statesOf(line))?.paid))
}

/** The checkout of the second instalment, which is charged. */
async function chargeOf(person: Person, { lines }: Family) {
  const all = (await person.call('GET /v1/profile/checkout/list')).json<CheckoutSummary[]>()
  return all.find(({ paymentUuids }) => paymentUuids.includes(lines[1]?.paymentUuid ?? ''))
}

async function schemeOf({ contractId }: Family) {
  const [row] = await site.database.select().from(contracts).where(eq(contracts.id, contractId))
  return row?.paymentScheme
}

const charges = () =>
  site.outage.asked.filter(({ call, values }) => call === 'createPayment' && values[1] !== undefined)

describe('Agreeing', () => {
  test('with a payment by card turns it on, and the contract is paid by the scheme of S3', async () => {
    const family = await agree()
    expect(await autopayOf(family.parent, family)).toEqual({
      uuid: expect.any(String),
      contractUuid: family.contractId,
      state: 'on',
      isOwn: true,
      card: '4444',
      canResume: false,
      endReason: null,
      agreedAt: '2026-10-14T09:00:00Z',
      charges: [
        {
          paymentUuid: family.lines[1]?.paymentUuid,
          amount: 880_000,
          on: '2026-10-20',
          state: 'planned',
          attempts: 0,
          refusal: null,
        },
        {
          paymentUuid: family.lines[2]?.paymentUuid,
          amount: 120_000,
          on: '2026-11-20',
          state: 'planned',
          attempts: 0,
          refusal: null,
        },
      ],
    })
    expect(await schemeOf(family)).toBe('Recurent')
    const [row] = await site.database.select().from(autopays).where(eq(autopays.contractId, family.contractId))
    expect(row).toMatchObject({
      personId: family.parent.userId,
      termsVersion: autopayTermsVersion,
      fromOn: '2026-10-14',
      agreedAddress: '127.0.0.1',
      savedMethod: expect.stringMatching(/^aes-256-gcm:/),
    })
    const [message] = await site.database
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, family.parent.userId), eq(notifications.kind, 'autopay-on')))
    expect(message).toMatchObject({ values: { ru: { number: family.number, card: '4444' } } })
  })

  test('waits for its payment, and begins only if the bank keeps the card', async () => {
    const family = await site.addContract({ amounts, dueOn })
    const checkout = await site.started(family.parent, family.lines.slice(0, 1), { autopay: agreed(family) })
    expect(await autopayOf(family.parent, family)).toMatchObject({ state: 'saving', card: null })
    expect(site.outage.asked).toMatchObject([{ call: 'createPayment', values: [{ isSaving: true }, undefined] }])
    await site.database.execute(
      sql`update identity_provider.payloads set payload = jsonb_set(payload, '{bank,saves}', 'false')
        where model = 'bank payment' and payload -> 'metadata' ->> 'checkout' = ${checkout.uuid}`,
    )
    await site.press(checkout, 'pay')
    await expect.poll(async () => (await site.read(family.parent, checkout)).state).toBe('paid')
    expect(await autopayOf(family.parent, family)).toMatchObject({ state: 'off', endReason: 'not-saved' })
    expect(await schemeOf(family)).toBe('StepByStep')
  })

  test('on a page from before the text changed stores the version of the text that it showed', async () => {
    const family = await site.addContract({ amounts, dueOn })
    const autopay = { ...agreed(family), termsVersion: 1 }
    await site.started(family.parent, family.lines.slice(0, 1), { autopay })
    const [row] = await site.database.select().from(autopays).where(eq(autopays.contractId, family.contractId))
    expect(row).toMatchObject({ state: 'saving', termsVersion: 1 })
  })

  test('is not part of another payment of the same instalments', async () => {
    const family = await site.addContract({ amounts, dueOn })
    const lines = family.lines.slice(0, 1)
    const saving = await site.started(family.parent, lines, { autopay: agreed(family) })
    const plain = await site.started(family.parent, lines)
    expect(plain.uuid).not.toBe(saving.uuid)
    await site.press(plain, 'pay')
    await expect.poll(async () => (await site.read(family.parent, plain)).state).toBe('paid')
    expect(await autopayOf(family.parent, family)).toBeUndefined()
  })

  test('is refused by СБП, of other contracts, and where another guardian has agreed', async () => {
    const [family, other] = [await agree(), await site.addContract()]
    const father = await site.addGuardian(family.childId)
    const lines = family.lines.slice(1, 2)
    const problemOf = async (more: object) => {
      const { type, errors } = (await site.start(father, lines, { autopay: agreed(family), ...more })).json()
      return errors?.[0]?.message ?? type
    }
    expect(await problemOf({})).toBe('state-conflict')
    expect(await problemOf({ method: 'sbp' })).toBe('not-offered')
    expect(await problemOf({ autopay: agreed(other) })).toBe('not-paid')
    expect((await site.start(father, lines, { autopay: { ...agreed(family), termsVersion: 0 } })).statusCode).toBe(422)
  })

  test('another guardian sees that it is on, and neither the card nor a way to stop it', async () => {
    const family = await agree('pay-empty')
    const father = await site.addGuardian(family.childId)
    await on('2026-10-17')
    await on('2026-10-20')
    const seen = await site.server.signInAs({ roles: ['parent'], userId: father.userId })
    const autopay = await autopayOf(seen, family)
    expect(autopay).toMatchObject({ state: 'on', isOwn: false, card: null })
    expect(autopay?.charges[0]).toMatchObject({ on: '2026-10-21', refusal: null })
    expect((await stop(seen, family)).statusCode).toBe(404)
    expect((await resume(seen, family)).statusCode).toBe(409)
    const stranger = await site.server.signInAs({ roles: ['parent'] })
    expect(await autopayOf(stranger, family)).toBeUndefined()
    expect((await resume(stranger, family)).statusCode).toBe(404)
  })

  test('an administrator in the place of the person may not agree', async () => {
    const family = await site.addContract({ amounts, dueOn })
    const administrator = await site.server.signInAs({ roles: ['administrator'] })
    const inPlace = { userId: family.parent.userId, seenBy: administrator.userId }
    const seen = await site.server.signInAs({ roles: ['parent'], ...inPlace })
    const answer = await site.start(seen, family.lines.slice(0, 1), { autopay: agreed(family) })
    expect(answer.json()).toMatchObject({ type: 'impersonation-forbids' })
    expect((await resume(seen, family)).json()).toMatchObject({ type: 'impersonation-forbids' })
  })
})

describe('A charge', () => {
  test('is announced three days before, by a letter too, and made on its day in Moscow', async () => {
    const family = await agree()
    await site.database.update(users).set({ email: 'mama@mail.example' }).where(eq(users.id, family.parent.userId))
    await site.database.delete(deliveries)
    at('2026-10-17T05:58:00Z')
    await runJobs()
    expect(await kindsTo(family)).toEqual([])
    at('2026-10-17T06:00:00Z')
    await runJobs()
    await runJobs()
    const values = {
      number: family.number,
      card: '4444',
      amount: '8\u00A0800\u00A0₽',
      on: '20 октября 2026 года',
      course: 'Физика в опытах',
    }
    const stop = expect.stringMatching(/\/autopay-stop\/[0-9a-f-]{36}\.[\w-]{43}$/)
    expect(await messagesTo(family)).toEqual([['autopay-announced', { ...values, stop }]])
    const letters = await site.database
      .select({ kind: deliveries.kind, values: deliveries.values })
      .from(deliveries)
      .where(sql`kind like 'autopay%'`)
    expect(letters).toEqual([{ kind: 'autopay-announced', values: { ...values, stop, student: 'Артём' } }])
    // 23:59 and 00:30 in Moscow, and the last minute before nine.
    for (const instant of ['2026-10-19T20:58:00Z', '2026-10-19T21:29:00Z', '2026-10-20T05:57:00Z']) {
      at(instant)
      await runJobs()
      expect(await paidOf(family)).toEqual([100_000, 0, 0])
    }
    at('2026-10-20T06:00:00Z')
    await runJobs()
    expect(await paidOf(family)).toEqual([100_000, 880_000, 0])
    await runJobs()
    expect(charges()).toHaveLength(1)
    expect(await kindsTo(family)).toEqual(['autopay-announced'])
    const person = await again(family)
    expect((await autopayOf(person, family))?.charges).toMatchObject([{ on: '2026-11-20', state: 'planned' }])
    const checkout = await chargeOf(person, family)
    expect(checkout).toMatchObject({ state: 'paid', amount: 880_000, payer: null, isAutomatic: true })
  })

  test('whose day has passed is announced again, and made three days later', async () => {
    const family = await agree()
    await on('2026-10-17')
    at('2026-10-20T18:00:00Z')
    await runJobs()
    expect(await paidOf(family)).toEqual([100_000, 0, 0])
    at('2026-10-21T06:00:00Z')
    // The job that charges may be the first of the day.
    await site.run('charge-cards')
    await runJobs()
    expect(charges()).toEqual([])
    expect(await messagesTo(family)).toMatchObject([
      ['autopay-announced', { on: '20 октября 2026 года' }],
      ['autopay-announced', { on: '24 октября 2026 года' }],
    ])
    await on('2026-10-23')
    expect(await paidOf(family)).toEqual([100_000, 0, 0])
    await on('2026-10-24')
    expect(await paidOf(family)).toEqual([100_000, 880_000, 0])
  })

  test('is made three days after its message if the agreement came late', async () => {
    const family = await agree(
      'pay',
      await site.addContract({ amounts, dueOn: ['2026-10-14', '2026-10-15', '2026-11-20'] }),
    )
    await runJobs()
    expect(await messagesTo(family)).toMatchObject([['autopay-announced', { on: '17 октября 2026 года' }]])
    await on('2026-10-16')
    expect(await paidOf(family)).toEqual([100_000, 0, 0])
    await on('2026-10-17')
    expect(await paidOf(family)).toEqual([100_000, 880_000, 0])
    expect(await kindsTo(family)).toEqual(['autopay-announced'])
  })

  test('is called off with a message when the instalment is paid otherwise', async () => {
    const family = await agree()
    await on('2026-10-17')
    await importSingleRow(site.database, { contract: family.number, amount: 880_000, now: site.clock.now })
    await on('2026-10-18')
    await on('2026-10-20')
    expect(charges()).toEqual([])
    expect(await messagesTo(family)).toEqual([
      ['autopay-announced', expect.anything()],
      ['autopay-skipped', expect.objectContaining({ why: 'paid' })],
    ])
  })

  test('is called off with a message while a guardian pays it', async () => {
    const family = await agree()
    await on('2026-10-17')
    at('2026-10-20T06:30:00Z')
    await site.started(await site.addGuardian(family.childId), family.lines.slice(1, 2))
    await runJobs()
    expect(charges()).toEqual([])
    expect((await messagesTo(family)).at(-1)).toMatchObject(['autopay-skipped', { why: 'in-progress' }])
  })

  test.each(['OnTermination', 'Frozen'] as const)(
    'is called off with a message when the contract is %s',
    async (status) => {
      const [family, late] = [await agree(), await agree()]
      await on('2026-10-17')
      const change = ({ contractId }: Family) =>
        site.database.update(contracts).set({ status }).where(eq(contracts.id, contractId))
      await change(family)
      await on('2026-10-18')
      // After the last look of the job that sends messages.
      await change(late)
      at('2026-10-20T09:00:00Z')
      await site.run('charge-cards')
      expect(charges()).toEqual([])
      for (const one of [family, late])
        expect(await messagesTo(one)).toMatchObject([
          ['autopay-announced', {}],
          ['autopay-skipped', { why: 'contract-held' }],
        ])
    },
  )

  test('that a freeze or a cancelled payment has called off is announced again after it', async () => {
    const family = await agree()
    await on('2026-10-17')
    const asStaff = async (call: string, body: object) => {
      const staff = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
      const answer = await staff.call(call, { body, headers: { 'idempotency-key': randomUUID() } })
      expect(answer.statusCode).toBe(200)
      return answer
    }
    const act = async (terms: object, paymentUuid: string | null = null) => {
      const targets = [{ contractUuid: family.contractId, paymentUuid }]
      const previews = await asStaff('POST /v1/admin/contract-action/preview', { terms, targets })
      const hash = previews.json<ActionPreview[]>()[0]?.hash
      const body = { terms, paymentUuid, reason: 'По заявлению семьи', hash }
      const answer = await asStaff(`POST /v1/admin/contract/${family.contractId}/action`, body)
      await runJobs()
      await runJobs()
      return answer.json<{ actionUuid: string }>().actionUuid
    }
    await act({ action: 'freeze', until: '2026-12-01' })
    await act({ action: 'unfreeze' })
    const canceled = await act({ action: 'cancel' }, family.lines[1]?.paymentUuid)
    await asStaff(`POST /v1/admin/contract-action/${canceled}/undo`, { reason: 'Отменили по ошибке' })
    await runJobs()
    await runJobs()
    expect(await messagesTo(family)).toMatchObject([
      ['autopay-announced', {}],
      ['autopay-skipped', { why: 'contract-held' }],
      ['autopay-announced', {}],
      ['autopay-skipped', { why: 'paid' }],
      ['autopay-announced', {}],
    ])
  })

  test('is never more than was announced: a greater sum is announced first', async () => {
    const family = await agree()
    await on('2026-10-17')
    const [, second, third] = family.lines
    await site.database.transaction(async (transaction) => {
      await transaction
        .update(payments)
        .set({ amount: 900_000 })
        .where(eq(payments.id, second?.paymentUuid ?? ''))
      await transaction
        .update(payments)
        .set({ amount: 100_000 })
        .where(eq(payments.id, third?.paymentUuid ?? ''))
    })
    await on('2026-10-20')
    expect(await paidOf(family)).toEqual([100_000, 0, 0])
    expect((await messagesTo(family)).map(([, values]) => values)).toMatchObject([
      { amount: '8\u00A0800\u00A0₽', on: '20 октября 2026 года' },
      { amount: '9\u00A0000\u00A0₽', on: '23 октября 2026 года' },
    ])
    await on('2026-10-23')
    expect(await paidOf(family)).toEqual([100_000, 900_000, 0])
  })

  test('takes only the rest of an instalment that was paid in part', async () => {
    const family = await agree()
    await on('2026-10-17')
    await importSingleRow(site.database, { contract: family.number, amount: 80_000, now: site.clock.now })
    await on('2026-10-20')
    expect(await paidOf(family)).toEqual([100_000, 880_000, 0])
    expect(charges()).toMatchObject([{ values: [{ amount: 800_000 }, expect.any(String)] }])
    expect(await kindsTo(family)).toEqual(['autopay-announced'])
  })

  test('is made once by two servers', async () => {
    const family = await agree()
    await on('2026-10-17')
    at('2026-10-20T06:00:00Z')
    await Promise.all([site.run('charge-cards'), site.run('charge-cards'), site.run('charge-cards')])
    await runJobs()
    expect(await paidOf(family)).toEqual([100_000, 880_000, 0])
    expect(new Set(charges().map(({ values: [order] }) => (order as { key: string }).key)).size).toBe(1)
    expect((await site.takenByBank()).returned).toBe(0)
  })

  test('whose answer was lost is asked for again with the same key, and taken once', async () => {
    const family = await agree()
    await on('2026-10-17')
    const taken = (await site.takenByBank()).taken
    site.switches.takesNotifications = false
    site.outage.fault = ({ call, values: [order, method] }) => {
      if (call !== 'createPayment' || method === undefined) return null
      void site.provider.createPayment(order as never, method as string)
      return new ProviderUnavailable('the answer was lost')
    }
    await on('2026-10-20')
    expect(await paidOf(family)).toEqual([100_000, 0, 0])
    site.outage.fault = () => null
    await runJobs()
    expect(await paidOf(family)).toEqual([100_000, 880_000, 0])
    expect((await site.takenByBank()).taken - taken).toBe(880_000)
    expect(await kindsTo(family)).toEqual(['autopay-announced'])
  })

  test('which the bank did not get is called off when the instalment is paid otherwise', async () => {
    const family = await agree()
    await on('2026-10-17')
    site.outage.fault = ({ call }) =>
      call === 'createPayment' ? new ProviderUnavailable('it rests', { isUnsent: true }) : null
    await on('2026-10-20')
    await importSingleRow(site.database, { contract: family.number, amount: 880_000, now: site.clock.now })
    Object.assign(site.outage, { fault: () => null, asked: [] })
    await runJobs()
    expect(charges()).toEqual([])
    expect((await messagesTo(family)).at(-1)).toMatchObject(['autopay-skipped', { why: 'paid' }])
  })

  test('is not asked for at night', async () => {
    const family = await agree()
    await on('2026-10-17')
    site.outage.fault = ({ call }) => (call === 'createPayment' ? new ProviderUnavailable('an outage') : null)
    at('2026-10-20T17:50:00Z')
    await runJobs()
    Object.assign(site.outage, { fault: () => null, asked: [] })
    at('2026-10-20T21:00:00Z')
    await runJobs()
    expect(charges()).toEqual([])
    at('2026-10-21T06:00:00Z')
    await runJobs()
    expect(await paidOf(family)).toEqual([100_000, 880_000, 0])
  })

  test('keeps others from paying the same at the same time, and cannot be given up', async () => {
    const family = await agree()
    await on('2026-10-17')
    site.outage.fault = ({ call }) => (call === 'createPayment' ? new ProviderUnavailable('an outage') : null)
    await on('2026-10-20')
    const person = await again(family)
    expect((await site.start(person, family.lines.slice(1, 2))).json()).toMatchObject({ type: 'payment-in-progress' })
    const checkout = await chargeOf(person, family)
    expect(checkout).toMatchObject({ state: 'started', isAutomatic: true })
    expect((await site.cancel(person, { uuid: checkout?.uuid ?? '' })).statusCode).toBe(409)
  })
})

describe('A refused charge', () => {
  test('is repeated on the next, third and fifth day, then the instalment is an ordinary one', async () => {
    const family = await agree('pay-empty')
    for (const day of ['17', '20', '21', '22', '23', '24', '25', '26']) await on(`2026-10-${day}`)
    expect(await messagesTo(family)).toMatchObject([
      ['autopay-announced', { amount: '8\u00A0800\u00A0₽' }],
      ['autopay-retried', { why: 'insufficient-funds', on: '21 октября 2026 года' }],
      ['autopay-retried', { on: '23 октября 2026 года' }],
      ['autopay-retried', { on: '25 октября 2026 года' }],
      ['autopay-unpaid', { why: 'insufficient-funds', card: '0002' }],
      ['payment-overdue', {}],
    ])
    expect(charges()).toHaveLength(4)
    expect(new Set(charges().map(({ values: [order] }) => (order as { key: string }).key)).size).toBe(4)
    expect(await autopayOf(await again(family), family)).toMatchObject({
      state: 'on',
      charges: [{ state: 'failed', refusal: 'insufficient-funds', attempts: 4 }, { state: 'planned' }],
    })
    const kinds = await site.database
      .select({ kind: notifications.kind })
      .from(notifications)
      .where(and(eq(notifications.userId, family.parent.userId), eq(notifications.kind, 'payment-refused')))
    expect(kinds).toEqual([])
  })

  test('is said with its next day in the list of contracts, until it is paid', async () => {
    const family = await agree('pay-empty')
    const shown = async () => {
      const list = (await (await again(family)).call('GET /v1/profile/contract/list')).json<Contract[]>()
      return list.find(({ uuid }) => uuid === family.contractId)?.payments[1]?.charge
    }
    for (const day of ['17', '19']) await on(`2026-10-${day}`)
    expect(await shown()).toMatchObject({ on: '2026-10-20', isRepeated: false })
    await on('2026-10-20')
    expect(await shown()).toMatchObject({ on: '2026-10-21', isRepeated: true })
  })

  test.each([
    ['pay-revoking', 'permission-revoked'],
    ['pay-expiring', 'card-expired'],
  ] as const)('ends automatic payments at once after %s', async (act, reason) => {
    const family = await agree(act)
    for (const day of ['17', '20', '21']) await on(`2026-10-${day}`)
    expect((await messagesTo(family)).slice(0, 2)).toMatchObject([
      ['autopay-announced', {}],
      ['autopay-off', { why: reason }],
    ])
    expect(charges()).toHaveLength(1)
    expect(await autopayOf(await again(family), family)).toMatchObject({
      state: 'off',
      endReason: reason,
      canResume: false,
    })
    expect(await schemeOf(family)).toBe('StepByStep')
  })

  test('of a withdrawn consent leaves the card in no earlier agreement', async () => {
    const family = await agree('pay-revoking')
    await stop(family.parent, family)
    expect((await resume(family.parent, family)).statusCode).toBe(200)
    for (const day of ['17', '20']) await on(`2026-10-${day}`)
    const isOfFamily = eq(autopays.contractId, family.contractId)
    const rows = await site.database.select({ savedMethod: autopays.savedMethod }).from(autopays).where(isOfFamily)
    expect(rows).toEqual([{ savedMethod: null }, { savedMethod: null }])
    await site.database
      .update(autopays)
      .set({ savedMethod: 'kept' })
      .where(and(isOfFamily, eq(autopays.endReason, 'stopped')))
    expect((await resume(await again(family), family)).statusCode).toBe(404)
  })

  test('that was never answered is not repeated: it may have been made', () => {
    const never = { state: 'expired', refusal: null, attempts: 1, firstOn: '2026-10-20', isOn: true } as const
    expect(outcomeOf(never, '2026-10-21')).toEqual({ state: 'failed', refusal: 'method-unavailable', ends: null })
  })

  test('that was found late is repeated on the next day at the earliest', () => {
    const late = { state: 'refused', refusal: 'bank-refused', attempts: 1, firstOn: '2026-10-20', isOn: true } as const
    expect(outcomeOf(late, '2026-10-24')).toMatchObject({ state: 'announced', on: '2026-10-25' })
  })
})

describe('Stopping', () => {
  test('after the message prevents the charge, and agreeing again undoes it', async () => {
    const family = await agree()
    await on('2026-10-17')
    const person = await again(family)
    const stopped = await stop(person, family)
    expect(stopped.json()).toMatchObject({ state: 'off', endReason: 'stopped', card: '4444', canResume: true })
    expect(await schemeOf(family)).toBe('StepByStep')
    const back = await resume(person, family)
    expect(back.json()).toMatchObject({ state: 'on', card: '4444', endReason: null })
    expect(await schemeOf(family)).toBe('Recurent')
    expect((await stop(person, family)).statusCode).toBe(200)
    await on('2026-10-20')
    expect(charges()).toEqual([])
    expect(await paidOf(family)).toEqual([100_000, 0, 0])
  })

  describe('by the link of the message', () => {
    const press = (url: string) => site.server.app.inject({ method: 'POST', url })

    async function announced() {
      const family = await agree()
      await on('2026-10-17')
      const [[, values] = []] = await messagesTo(family)
      return { family, path: new URL((values as { stop: string }).stop).pathname }
    }

    test('needs no sign-in: opening it asks, the press stops, and a second one changes nothing', async () => {
      const { family, path } = await announced()
      const asked = await site.server.visitor.open(path)
      expect([asked.statusCode, asked.body.includes('Отключить автоплатёж?')]).toEqual([200, true])
      expect(asked.body).toContain(`По договору ${family.number} больше ничего не спишем с карты ··4444`)
      expect(await autopayOf(await again(family), family)).toMatchObject({ state: 'on' })
      for (const _ of [1, 2]) {
        const done = await press(path)
        expect([done.statusCode, done.body.includes('Автоплатёж отключён')]).toEqual([200, true])
      }
      const person = await again(family)
      expect(await autopayOf(person, family)).toMatchObject({ state: 'off', endReason: 'stopped', canResume: true })
      await on('2026-10-20')
      expect(charges()).toEqual([])
    })

    test('that is older stops what was turned on again since', async () => {
      const { family, path } = await announced()
      await press(path)
      const person = await again(family)
      expect((await resume(person, family)).json()).toMatchObject({ state: 'on' })
      expect((await site.server.visitor.open(path)).body).toContain('Отключить автоплатёж?')
      expect((await press(path)).body).toContain('Автоплатёж отключён')
      expect(await autopayOf(person, family)).toMatchObject({ state: 'off', endReason: 'stopped' })
      expect((await site.server.visitor.open(path)).body).toContain('Автоплатёж отключён')
      await on('2026-10-20')
      expect(charges()).toEqual([])
    })

    test('that is older says that another guardian has turned it on since, and stops nothing of theirs', async () => {
      const { family, path } = await announced()
      await press(path)
      const father = await site.addGuardian(family.childId)
      await agree('pay', { ...family, parent: father, lines: family.lines.slice(1) })
      for (const { body } of [await site.server.visitor.open(path), await press(path)]) {
        expect(body).toContain('автоплатёж по нему включил другой родитель')
        expect(body).not.toContain('больше ничего не спишем')
      }
      expect(await autopayOf(father, family)).toMatchObject({ state: 'on', isOwn: true })
    })

    test('that is forged, or of nothing, stops nothing', async () => {
      const { family, path } = await announced()
      const other = (await announced()).path.replace(/^.*\./, '')
      const forged = [path.replace(/\.[^.]+$/, `.${other}`), path.replace(/\.[^.]+$/, ''), '/autopay-stop/-']
      const answers = await Promise.all(forged.flatMap((one) => [press(one), site.server.visitor.open(one)]))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(forged.flatMap(() => [404, 404]))
      expect(await autopayOf(await again(family), family)).toMatchObject({ state: 'on' })
    })
  })

  test('by the staff needs a reason, which the family gets; the card is forgotten', async () => {
    const family = await agree()
    await on('2026-10-17')
    const staff = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
    const list = async () =>
      (await staff.call(`GET /v1/admin/user/${family.parent.userId}/autopay/list`)).json<AutopayOfUser[]>()
    const [shown] = await list()
    expect(shown).toEqual({
      uuid: expect.any(String),
      contractNumber: family.number,
      card: '4444',
      agreedAt: '2026-10-14T09:00:00Z',
      person: { id: family.parent.userId, name: expect.any(String) },
      next: { on: '2026-10-20', amount: 880_000 },
    })
    const stopBy = (reason: string) =>
      staff.call(`POST /v1/admin/autopay/${shown?.uuid}/stop`, {
        body: { reason },
        headers: { 'idempotency-key': randomUUID() },
      })
    expect((await stopBy('')).statusCode).toBe(422)
    expect((await stopBy('Попросили по телефону')).statusCode).toBe(200)
    expect((await stopBy('Попросили по телефону')).statusCode).toBe(409)
    expect(await list()).toEqual([])
    const answer = await staff.call('GET /v1/admin/audit/list', { query: 'kind=payment' })
    const { items } = answer.json<{ items: { detail: string | null }[] }>()
    expect(items.find(({ detail }) => detail === family.number)).toMatchObject({
      action: 'payment.autopay-stopped',
      reason: 'Попросили по телефону',
      detail: family.number,
      subject: { id: family.parent.userId },
    })
    const ended = { number: family.number, card: '4444', why: 'by-staff', note: 'Попросили по телефону' }
    expect(await messagesTo(family)).toContainEqual(['autopay-ended', ended])
    const person = await again(family)
    expect(await autopayOf(person, family)).toMatchObject({ state: 'off', endReason: 'by-staff', canResume: false })
    expect((await resume(person, family)).statusCode).toBe(404)
    await on('2026-10-20')
    expect(charges()).toEqual([])
  })

  test('by itself, with a message, when the money of the branch is of another legal entity', async () => {
    const [family, stopped] = [await agree(), await agree()]
    await on('2026-10-17')
    await stop(await again(stopped), stopped)
    const { env } = site.server.app
    const before = env.PAYEES.school
    env.PAYEES.school = { ...before, name: 'ООО «Школа»', taxNumber: '7700000016' }
    try {
      expect((await resume(await again(stopped), stopped)).json()).toMatchObject({ type: 'nothing-to-pay' })
      await on('2026-10-20')
    } finally {
      env.PAYEES.school = before
    }
    expect(charges()).toEqual([])
    const ended = { number: family.number, card: '4444', why: 'payee-changed', note: '' }
    expect(await messagesTo(family)).toContainEqual(['autopay-ended', ended])
    expect(await autopayOf(await again(family), family)).toMatchObject({ state: 'off', endReason: 'payee-changed' })
  })

  test('comes with the right to pay, with messages to the guardian and the customer', async () => {
    const family = await agree()
    const other = await site.addContract({ amounts, dueOn })
    const customer = await site.addGuardian(family.childId)
    for (const { contractId } of [family, other])
      await site.database.update(contracts).set({ customerId: customer.userId }).where(eq(contracts.id, contractId))
    await site.database.insert(guardianships).values({ guardianId: family.parent.userId, childId: other.childId })
    const saving = await site.started(family.parent, other.lines.slice(0, 1), { autopay: agreed(other) })
    await on('2026-10-17')
    const admin = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
    const body = { guardianId: family.parent.userId, rights: rightsOfPreset.learning, reason: 'По решению суда' }
    for (const { childId } of [family, other])
      expect((await admin.call(`POST /v1/admin/user/${childId}/guardian-rights`, { body })).statusCode).toBe(204)
    await site.press(saving, 'pay')
    await on('2026-10-20')
    expect(charges()).toEqual([])
    const ended = { number: family.number, card: '4444', why: 'access-lost', note: '' }
    expect(await messagesTo(family)).toContainEqual(['autopay-ended', ended])
    expect(await messagesTo({ ...family, parent: customer })).toContainEqual(['autopay-ended', ended])
    const rows = await site.database
      .select({ state: autopays.state, endReason: autopays.endReason })
      .from(autopays)
      .where(inArray(autopays.contractId, [family.contractId, other.contractId]))
    expect(rows).toEqual([
      { state: 'off', endReason: 'access-lost' },
      { state: 'off', endReason: 'access-lost' },
    ])
  })

  test('that fails when the money of the branch is of another legal entity still prevents the charge', async () => {
    const family = await agree()
    await on('2026-10-17')
    const { env } = site.server.app
    const before = env.PAYEES.school
    await site.database.execute(sql`
      create function refuse_end() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
    await site.database.execute(
      sql.raw(`create trigger refuse_end before update on autopays
        for each row when (new.contract_id = '${family.contractId}') execute function refuse_end()`),
    )
    env.PAYEES.school = { ...before, name: 'ООО «Школа»', taxNumber: '7700000016' }
    try {
      await on('2026-10-20')
      expect(charges()).toEqual([])
      expect(await autopayOf(await again(family), family)).toMatchObject({ state: 'on' })
      await site.database.execute(sql`drop function refuse_end cascade`)
      await on('2026-10-20')
    } finally {
      env.PAYEES.school = before
      await site.database.execute(sql`drop function if exists refuse_end cascade`)
    }
    expect(charges()).toEqual([])
    expect(await paidOf(family)).toEqual([100_000, 0, 0])
    expect(await autopayOf(await again(family), family)).toMatchObject({ state: 'off', endReason: 'payee-changed' })
  })

  test('of a prepared charge, whose money is of another legal entity now, has one message', async () => {
    const family = await agree()
    await on('2026-10-17')
    at('2026-10-20T06:00:00Z')
    const [own, others] = [contextOf([]), contextOf(['school'])]
    await startCharges(own)
    await chargeCards(others)
    expect(charges()).toEqual([])
    const states = await site.database
      .select({ state: autopayCharges.state })
      .from(autopayCharges)
      .where(eq(autopayCharges.paymentId, family.lines[1]?.paymentUuid ?? ''))
    expect(states).toEqual([{ state: 'stopped' }])
    await startCharges(others)
    expect(await kindsTo(family)).toEqual(['autopay-announced', 'autopay-ended'])
    expect(await autopayOf(await again(family), family)).toMatchObject({ state: 'off', endReason: 'payee-changed' })
  })

  test('reaches a charge that was added at the same moment', async () => {
    const family = await agree()
    await on('2026-10-17')
    await stop(await again(family), family)
    const isOfFamily = eq(autopayCharges.paymentId, family.lines[1]?.paymentUuid ?? '')
    await site.database.update(autopayCharges).set({ state: 'announced', finishedAt: null }).where(isOfFamily)
    await on('2026-10-18')
    const rows = await site.database.select({ state: autopayCharges.state }).from(autopayCharges).where(isOfFamily)
    expect(rows).toEqual([{ state: 'stopped' }])
    expect(await kindsTo(family)).toEqual(['autopay-announced', 'payment-due'])
  })

  test('of a charge that is prepared and not yet at the bank prevents it', async () => {
    const family = await agree()
    await on('2026-10-17')
    at('2026-10-20T06:00:00Z')
    await startCharges(contextOf([]))
    expect((await stop(await again(family), family)).json()).toMatchObject({ state: 'off' })
    await runJobs()
    expect(charges()).toEqual([])
    const rows = await site.database
      .select({ state: checkouts.state, decidedAt: checkouts.decidedAt })
      .from(checkouts)
      .where(sql`charge_id in (select id from autopay_charges where payment_id = ${family.lines[1]?.paymentUuid})`)
    expect(rows).toEqual([{ state: 'canceled', decidedAt: expect.any(Date) }])
  })

  test('does not reach a charge that is at the bank: it is shown, and booked when it comes', async () => {
    const family = await agree()
    await on('2026-10-17')
    site.switches.takesNotifications = false
    site.outage.fault = ({ call, values: [order, method] }) => {
      if (call !== 'createPayment') return null
      void site.provider.createPayment(order as never, method as string)
      return new ProviderUnavailable('the answer was lost')
    }
    await on('2026-10-20')
    const stopped = await stop(await again(family), family)
    expect(stopped.json()).toMatchObject({ state: 'off', charges: [{ state: 'charging', amount: 880_000 }] })
    Object.assign(site.outage, { fault: () => null, asked: [] })
    await site.run('charge-cards', 'reconcile-payments')
    expect(charges()).toEqual([])
    expect(await paidOf(family)).toEqual([100_000, 880_000, 0])
  })

  test('reaches a charge whose call never left, and ends the calls for one that may be at the bank', async () => {
    for (const isUnsent of [true, false]) {
      at('2026-10-14T09:00:00Z')
      const family = await agree()
      await on('2026-10-17')
      site.outage.fault = ({ call }) =>
        call === 'createPayment' ? new ProviderUnavailable('it rests', { isUnsent }) : null
      await on('2026-10-20')
      const stopped: Autopay = (await stop(await again(family), family)).json()
      expect(stopped.charges.map(({ state }) => state)).toEqual(isUnsent ? ['stopped'] : ['charging'])
      Object.assign(site.outage, { fault: () => null, asked: [] })
      await runJobs()
      expect(charges()).toEqual([])
      expect(await paidOf(family)).toEqual([100_000, 0, 0])
    }
  })

  test('twice is once, and without a saved card nothing is turned on again', async () => {
    const family = await agree()
    const [row] = await site.database.select().from(autopays).where(eq(autopays.contractId, family.contractId))
    const press = () =>
      family.parent.call(`POST /v1/profile/autopay/${row?.id}/stop`, { headers: { 'idempotency-key': randomUUID() } })
    expect([(await press()).statusCode, (await press()).statusCode]).toEqual([200, 200])
    const forgetCards = (now: string) =>
      applyRetention(site.database, {}, { now: new Date(now), timeZone: 'Europe/Moscow' })
    await forgetCards('2026-11-12T09:00:00Z')
    expect((await autopayOf(family.parent, family))?.canResume).toBe(true)
    await forgetCards('2026-11-14T09:00:00Z')
    expect((await autopayOf(family.parent, family))?.canResume).toBe(false)
    expect((await resume(family.parent, family)).statusCode).toBe(404)
  })
})

test('a saved card is encrypted when a key is set later, and another key is noticed', async () => {
  const family = await agree()
  const isOfFamily = eq(autopays.contractId, family.contractId)
  await site.database.update(autopays).set({ savedMethod: null }).where(eq(autopays.state, 'off'))
  await site.database.update(autopays).set({ savedMethod: 'a-card-in-plain-text' }).where(isOfFamily)
  const key = 'a-key-of-the-school-for-its-secrets-2035'
  expect([await sealSavedCards(site.database, key), await sealSavedCards(site.database, key)]).toEqual([1, 0])
  const [row] = await site.database.select().from(autopays).where(isOfFamily)
  expect(openSecret(row?.savedMethod ?? '', key, 'saved-cards')).toBe('a-card-in-plain-text')
  const { env } = site.server.app
  expect(await findFaults(site.database, env)).toEqual([])
  expect(await findFaults(site.database, { ...env, SECRETS_KEY: `${key}-and-another` })).toContain(
    'SECRETS_KEY does not open the saved cards',
  )
})

test('an announcement that fails keeps back neither others nor reminders', async () => {
  const [broken, family] = [await agree(), await agree()]
  await site.database.execute(sql`
    create function refuse_charge() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
  await site.database.execute(
    sql.raw(`create trigger refuse_charge before insert on autopay_charges
      for each row when (new.payment_id = '${broken.lines[1]?.paymentUuid}') execute function refuse_charge()`),
  )
  try {
    await on('2026-10-19')
    expect(await kindsTo(family)).toEqual(['autopay-announced'])
    expect(await kindsTo(broken)).toEqual(['payment-due'])
  } finally {
    await site.database.execute(sql`drop function refuse_charge cascade`)
  }
})

test('a card that is not kept any more is not charged, and no page of the bank opens instead', async () => {
  const family = await agree()
  await on('2026-10-17')
  site.outage.fault = ({ call }) => (call === 'createPayment' ? new ProviderUnavailable('an outage') : null)
  await on('2026-10-20')
  await site.database
    .update(autopays)
    .set({ state: 'off', endReason: 'contract-ended', endedAt: site.clock.now, savedMethod: null })
    .where(eq(autopays.contractId, family.contractId))
  Object.assign(site.outage, { fault: () => null, asked: [] })
  await runJobs()
  expect(site.outage.asked).toEqual([])
  expect((await messagesTo(family)).at(-1)).toMatchObject(['autopay-unpaid', { why: 'method-unavailable' }])
})

test.each(['locked', 'closed'] as const)(
  'an account that is %s is not charged any more, and learns of it',
  async (how) => {
    const family = await agree()
    await on('2026-10-17')
    await site.database
      .update(users)
      .set(how === 'locked' ? { lockedAt: site.clock.now } : { subject: null, issuer: null })
      .where(eq(users.id, family.parent.userId))
    await on('2026-10-20')
    expect(charges()).toEqual([])
    const [row] = await site.database.select().from(autopays).where(eq(autopays.contractId, family.contractId))
    expect(row).toMatchObject({ state: 'off', endReason: 'access-lost', savedMethod: null })
    const off = { number: family.number, card: '4444', amount: '8\u00A0800\u00A0₽', why: 'access-lost' }
    expect((await messagesTo(family))[1]).toEqual(['autopay-off', off])
  },
)

test('the end of the contract, and of the access of the person, ends it', async () => {
  const [ended, lost] = [await agree(), await agree()]
  await site.database.update(users).set({ email: 'papa@mail.example' }).where(eq(users.id, lost.parent.userId))
  await on('2026-10-17')
  await site.database.update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, ended.contractId))
  const other = await site.addGuardian(lost.childId)
  await site.database.update(contracts).set({ customerId: other.userId }).where(eq(contracts.id, lost.contractId))
  await site.database
    .delete(guardianships)
    .where(and(eq(guardianships.childId, lost.childId), eq(guardianships.guardianId, lost.parent.userId)))
  await on('2026-10-20')
  expect(charges()).toEqual([])
  const rows = await site.database
    .select({ contractId: autopays.contractId, endReason: autopays.endReason, savedMethod: autopays.savedMethod })
    .from(autopays)
    .where(sql`contract_id in (${ended.contractId}, ${lost.contractId})`)
  expect(new Map(rows.map(({ contractId, ...row }) => [contractId, row]))).toEqual(
    new Map([
      [ended.contractId, { endReason: 'contract-ended', savedMethod: null }],
      [lost.contractId, { endReason: 'access-lost', savedMethod: null }],
    ]),
  )
  expect(await site.database.$count(autopayCharges, eq(autopayCharges.state, 'announced'))).toBe(0)
  const off = { number: lost.number, card: '4444', amount: '8\u00A0800\u00A0₽', why: 'access-lost' }
  expect(await messagesTo(lost)).toEqual([
    ['autopay-announced', expect.not.objectContaining({ student: expect.anything() })],
    ['autopay-off', off],
  ])
  const sent = await site.database
    .select({ values: deliveries.values })
    .from(deliveries)
    .where(and(eq(deliveries.userId, lost.parent.userId), eq(deliveries.kind, 'autopay-off')))
  expect(sent).toEqual([{ values: off }])
})

test('a refusal that comes after the access is lost names neither child nor course', async () => {
  const family = await agree('pay-empty')
  await on('2026-10-17')
  at('2026-10-20T06:00:00Z')
  await startCharges(contextOf([]))
  const other = await site.addGuardian(family.childId)
  await site.database.update(contracts).set({ customerId: other.userId }).where(eq(contracts.id, family.contractId))
  await site.database.delete(guardianships).where(eq(guardianships.guardianId, family.parent.userId))
  await runJobs()
  expect((await messagesTo(family)).at(-1)).toEqual([
    'autopay-retried',
    {
      number: family.number,
      card: '0002',
      amount: '8\u00A0800\u00A0₽',
      why: 'insufficient-funds',
      on: '21 октября 2026 года',
    },
  ])
})
