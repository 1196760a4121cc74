import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Autopay } from '#contract/billing/autopay.ts'
import type { Contract, Payment } from '#contract/enrolment/contracts.ts'
import type { UserCard } from '#contract/people/admin.ts'
import type { LedgerLine } from '#server/billing/ledger/ledger.ts'
import { readAccounts } from '#server/billing/ledger/stored-accounts.ts'
import { autopayCharges, autopays } from '#server/db/schema/checkouts.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { sendPaymentReminders } from '#server/enrolment/contracts/payment-reminders.ts'
import { sumPayments, toPayOf } from '#server/enrolment/contracts/rules.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { formatAmount } from '#server/notifications/formats.ts'
import { sendDigest } from '#server/notifications/send-digests.ts'
import { addDays } from '#server/time/calendar-days.ts'
import { paymentSummaryOf, soonestDueOf } from '#src/domain/billing/payments.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import type { Person } from '#tests/support/server/app.ts'

const { server, signIn } = openDemoSchool()
const timeZone = 'Europe/Moscow'
const today = '2026-11-20'
const people: DemoLogin[] = ['family', 'parent', 'student', 'innopolis-student', 'spo-parent', 'academy-parent']

const contractsOf = async (person: Person): Promise<Contract[]> =>
  (await person.call('GET /v1/profile/contract/list')).json()
const sumOf = (payments: readonly Payment[], of: 'toPay' | 'left') =>
  payments.reduce((sum, payment) => sum + payment[of], 0)

type CustomerOf = { userId: string }

/** What the ledger has for one line: all that is overdue, else what is due on the next day; null without either. */
function soonestOf(lines: readonly LedgerLine[]): { kind: string; sum: number } | null {
  const payable = lines.filter((line) => toPayOf(line) > 0)
  const overdue = payable.filter(({ dueOn }) => dueOn < today)
  const [day] = payable.map(({ dueOn }) => dueOn).toSorted()
  const shown = overdue.length > 0 ? overdue : payable.filter(({ dueOn }) => dueOn === day)
  if (shown.length === 0) return null
  const sum = shown.reduce((total, line) => total + toPayOf(line), 0)
  return { kind: overdue.length > 0 ? 'overdue' : 'next', sum }
}

/** The sums that the joint bills ask for, by payment. */
async function billedTo(person: Person, payments: readonly Payment[]): Promise<Map<string, number>> {
  const body = { paymentUuids: payments.map(({ uuid }) => uuid) }
  const answer = await person.call('POST /v1/profile/bill', { body })
  expect(answer.statusCode).toBe(200)
  const { rows } = await server.opened.database.execute<{ id: string; amount: number }>(sql`
    select payment_id as id, bill_lines.amount::float8 as amount from bill_lines join bills on bills.id = bill_id
    where payer_id = ${person.userId}`)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/** Sums in the reminders of the customers of these payments, by payment; each is also in the digest of its person. */
async function remindedOf(payments: readonly Payment[]): Promise<Map<string, string>> {
  const { database } = server.opened
  for (const day of new Set(payments.map(({ dueOn }) => addDays(dueOn, dueOn < today ? 1 : -2)))) {
    const now = new Date(`${day}T09:00:00Z`)
    while ((await sendPaymentReminders(database, { now, timeZone }, true)) > 0);
  }
  const isReminder = inArray(notifications.kind, ['payment-due', 'payment-overdue'])
  const found = await database.select().from(notifications).where(isReminder)
  const sums = new Map<string, string>()
  for (const { key, values } of found) {
    const [, id = ''] = key.split(' ')
    sums.set(id, values.ru.amount ?? '')
  }
  return sums
}

async function digestOf({ userId }: CustomerOf): Promise<string> {
  const { database } = server.opened
  const isOwn = and(eq(notifications.userId, userId), inArray(notifications.kind, ['payment-due', 'payment-overdue']))
  const unread = { awaitsDigest: true, readAt: null, expiresAt: null }
  await database.update(notifications).set(unread).where(isOwn)
  await database.transaction((transaction) =>
    sendDigest(transaction, userId, { now: server.clock.now, timeZone, texts: [] }),
  )
  const isDigest = and(eq(deliveries.userId, userId), eq(deliveries.kind, 'digest'))
  const sent = await database.select({ values: deliveries.values }).from(deliveries).where(isDigest)
  return sent.map(({ values }) => values?.items ?? '').join()
}

describe.each(people)('The sums of the demo person %s', (login) => {
  test('are the same on home, contracts, bills, in reminders, digest, finder and at the staff desk', async () => {
    const person = await signIn(login)
    const all = await contractsOf(person)
    expect(all.length).toBeGreaterThan(0)
    const payments = all.flatMap((contract) => contract.payments)
    const payable = payments.filter(({ toPay }) => toPay > 0)

    // Home, the list and the finder; each contract has what the ledger counts.
    const { overdue, next, charged, left } = paymentSummaryOf(all, today)
    const later = payable.filter(({ dueOn, charge }) => next !== null && dueOn > next.day && charge === null)
    const ofCards = charged.reduce((sum, payment) => sum + payment.left, 0)
    expect(overdue.sum + (next?.sum ?? 0) + sumOf(later, 'toPay') + ofCards).toBe(sumOf(payable, 'toPay'))
    expect(left).toBe(sumOf(payments, 'left'))
    const ids = all.map(({ uuid }) => uuid)
    const accounts = await readAccounts(
      server.opened.database,
      sql`id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::uuid)`,
    )
    const isCharged = (id: string) => payments.some(({ uuid, charge }) => uuid === id && charge !== null)
    const ofLedger = (uuid: string) => (accounts.get(uuid)?.lines ?? []).filter(({ id }) => !isCharged(id))
    for (const contract of all) {
      const { uuid, debt, payments: own } = contract
      expect(debt).toBe(sumOf(own, 'left'))
      expect(debt).toBe(sumPayments(accounts.get(uuid)?.lines ?? []).debt)
      const expected = soonestOf(ofLedger(uuid))
      if (expected) expect(soonestDueOf([contract], today)).toMatchObject(expected)
    }
    const lines = all.flatMap(({ uuid }) => ofLedger(uuid))
    const [debt, ahead] = [lines.filter(({ dueOn }) => dueOn < today), lines.filter(({ dueOn }) => dueOn >= today)]
    expect([overdue.sum, next?.sum ?? 0]).toEqual([soonestOf(debt)?.sum ?? 0, soonestOf(ahead)?.sum ?? 0])

    if (payable.length > 0) {
      const billed = await billedTo(person, payable)
      expect(payable.map(({ uuid }) => billed.get(uuid))).toEqual(payable.map(({ toPay }) => toPay))
    }

    const waiting = all.filter(({ status }) => status === 'Open' || status === 'Concluded')
    const reminded = await remindedOf(waiting.flatMap((contract) => contract.payments.filter(({ toPay }) => toPay > 0)))
    const isOwn = eq(contracts.customerId, person.userId ?? '')
    const own = await server.opened.database.select({ id: contracts.id }).from(contracts).where(isOwn)
    const ownPayments = waiting
      .filter(({ uuid }) => own.some(({ id }) => id === uuid))
      .flatMap((contract) => contract.payments.filter(({ toPay }) => toPay > 0))
    const sums = ownPayments.map(({ toPay }) => formatAmount(toPay, 'ru'))
    expect(ownPayments.map(({ uuid }) => reminded.get(uuid))).toEqual(sums)
    const digest = await digestOf({ userId: person.userId ?? '' })
    if (ownPayments.length <= 30) for (const sum of sums) expect(digest).toContain(sum)

    const staff = await server.signInAs({ roles: ['administrator'], group: 'admin' })
    const card: UserCard = (await staff.call(`GET /v1/admin/user/${person.userId}`)).json()
    expect(card.contracts.reduce((sum, { debt }) => sum + debt, 0)).toBe(left)
  })
})

test('what a card pays is said as such everywhere, and the customer is not reminded of it', async () => {
  const person = await signIn('family')
  const [contract] = (await contractsOf(person)).filter(
    ({ status, payments }) => status === 'Concluded' && payments.some(({ toPay, dueOn }) => toPay > 0 && dueOn > today),
  )
  if (!contract) throw new Error('The family has nothing to pay')
  const { database } = server.opened
  const [autopay] = await database
    .insert(autopays)
    .values({
      contractId: contract.uuid,
      personId: person.userId ?? '',
      state: 'on',
      savedMethod: randomUUID(),
      cardDigits: '4444',
      termsVersion: 1,
      fromOn: today,
      agreedAt: server.clock.now,
      agreedAddress: '127.0.0.1',
    })
    .returning({ id: autopays.id })
  const again = (await contractsOf(person)).filter(({ uuid }) => uuid === contract.uuid)
  const ahead = (again[0]?.payments ?? []).filter(({ toPay, dueOn }) => toPay > 0 && dueOn > today)
  const { next, charged } = paymentSummaryOf(again, today)
  expect(next).toBeNull()
  expect(charged.map(({ payment }) => payment.uuid)).toEqual(ahead.map(({ uuid }) => uuid))
  const { autopays: listed } = (await person.call('GET /v1/profile/autopay/list')).json() as { autopays: Autopay[] }
  const charges = listed.find(({ contractUuid }) => contractUuid === contract.uuid)?.charges ?? []
  expect(charges.map(({ paymentUuid, amount, on }) => [paymentUuid, amount, on])).toEqual(
    ahead.map(({ uuid, toPay, charge }) => [uuid, toPay, charge?.on]),
  )
  await database.insert(autopayCharges).values(
    ahead.map(({ uuid, toPay, dueOn }) => ({
      autopayId: autopay?.id ?? '',
      paymentId: uuid,
      amount: toPay,
      chargeOn: dueOn,
      announcedAt: server.clock.now,
    })),
  )
  await database.delete(notifications).where(eq(notifications.kind, 'payment-due'))
  const reminded = await remindedOf(ahead)
  expect(ahead.map(({ uuid }) => reminded.get(uuid))).toEqual(ahead.map(() => undefined))
})
