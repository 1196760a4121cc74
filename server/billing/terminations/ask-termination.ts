import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { PaymentStatus } from '#contract/enumerations.ts'
import { notifyOfEnd } from '#server/billing/autopay/autopay-notices.ts'
import { stopAutopay } from '#server/billing/autopay/stop-autopay.ts'
import { findOpenCheckouts, giveUp } from '#server/billing/checkouts/start-checkout.ts'
import type { LedgerLine } from '#server/billing/ledger/ledger.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { autopays } from '#server/db/schema/checkouts.ts'
import { contractStates, contracts, payments } from '#server/db/schema/contracts.ts'
import { groupMemberships } from '#server/db/schema/programs.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { firstPaymentDays, isPayable } from '#server/enrolment/contracts/rules.ts'
import { lastsBeyond } from '#server/enrolment/groups/group-columns.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { audit } from '#server/security/audit-log.ts'
import { addDays, type CurrentTime, type Day, dayInZone } from '#server/time/calendar-days.ts'
import { type BankDetails, sealDetails } from './bank-details.ts'
import { accountOf, planTermination, type TerminationContext } from './plan-termination.ts'
import { findTerminable, type Terminable } from './terminable-contract.ts'
import { notifyOfTermination } from './termination-notices.ts'

type Wish = {
  contractId: string
  /** The customer who asks; null for the staff, who may know no account of the family yet. */
  customerId: string | null
  askedById: string
  lastDay: Day
  moveTo?: string | undefined
  hash: string
  bank?: BankDetails | undefined
  /** Of the staff; empty for the customer. */
  reason: string
  address: string | null
}

/**
 * Begins a termination with the sums that were read: its instalments are not asked for any more, open payments and automatic
 * ones end, and lessons end after the last day. The money is settled then. Serial for each contract.
 */
export async function askTermination(
  transaction: Database,
  { contractId, customerId, ...wish }: Wish,
  context: TerminationContext & { secretsKey: string | undefined },
): Promise<{ terminationUuid: string }> {
  const { now } = context
  const accounts = await lockAccounts(transaction, inArray(sql`id`, [contractId, wish.moveTo ?? contractId]))
  const contract = await findTerminable(transaction, contractId)
  if (customerId !== null && contract.customerId !== customerId)
    throwProblem('not-found', 'Only the customer terminates a contract')
  await transaction
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.id, contractId))
    .for('no key update')
  const isOpen = and(eq(terminations.contractId, contractId), inArray(terminations.state, ['asked', 'returning']))
  if ((await transaction.$count(terminations, isOpen)) > 0)
    throwProblem('state-conflict', 'A termination of the contract is under way')
  const plan = await planTermination(transaction, contract, accounts, wish, context)
  if (plan.obstacle !== null) throwProblem('state-conflict', `The contract cannot be terminated: ${plan.obstacle}`)
  if (plan.hash !== wish.hash) throwProblem('price-changed', 'The sums are not what the person saw')
  if (plan.bank > 0 && !wish.bank && customerId !== null) throwInvalidValue('bank', 'required', 'An account is needed')
  const account = accountOf(accounts, contractId)
  const deferred = await deferPayments(transaction, account.lines)
  const previousLeftOn = await endMembership(transaction, contract, wish.lastDay)
  const { given, toReturn, due, online, bank, moved, price, lessons } = plan
  const stored = { contractId, lastDay: wish.lastDay, toReturn, due, moved }
  const [row] = await transaction
    .insert(terminations)
    .values({
      ...stored,
      askedById: wish.askedById,
      askedAt: now,
      address: wish.address,
      reason: wish.reason,
      hash: plan.hash,
      lessonsHeld: lessons.held,
      lessonsPlanned: lessons.planned,
      price,
      given,
      online,
      bank,
      moveToId: moved > 0 ? wish.moveTo : null,
      deferred,
      previousLeftOn,
      bankDetails: wish.bank && bank > 0 ? sealDetails(wish.bank, context.secretsKey) : null,
    })
    .returning({ id: terminations.id })
  if (!row) throw new Error('The termination was not stored')
  await changeStatus(transaction, contractId, 'OnTermination', now)
  const paymentIds = account.lines.map(({ id }) => id)
  await stopPaying(transaction, { contractId, paymentIds, askedById: wish.askedById }, now)
  await audit(transaction, {
    at: now,
    action: 'contract.termination-asked',
    subjectId: contract.customerId,
    reason: wish.reason || null,
    detail: `${contract.number}, ${wish.lastDay}, ${formatSum(toReturn)} ₽`,
  })
  await notifyOfTermination(transaction, stored, { kind: 'termination-asked', why: wish.reason, now })
  return { terminationUuid: row.id }
}

/**
 * What the customer would have to pay is not asked for until the money is settled. Returns the former statuses, also of
 * what is paid: a return that is booked meanwhile cancels it.
 */
export async function deferPayments(
  transaction: Database,
  lines: readonly LedgerLine[],
): Promise<Record<string, PaymentStatus>> {
  const asked = lines.filter(isPayable)
  const ids = asked.map(({ id }) => id)
  if (ids.length > 0)
    await transaction.update(payments).set({ status: 'DeferredPayment' }).where(inArray(payments.id, ids))
  return Object.fromEntries(lines.filter(({ status }) => status !== 'Canceled').map(({ id, status }) => [id, status]))
}

/** The first day without lessons; a membership that has not begun ends on its first day. */
function endAfter(lastDay: Day) {
  return sql`greatest(${groupMemberships.joinedOn}, ${addDays(lastDay, 1)}::date)`
}

export async function endMembership(
  transaction: Database,
  { groupId, studentId }: Pick<Terminable, 'groupId' | 'studentId'>,
  lastDay: Day,
): Promise<Day | null> {
  if (groupId === null) return null
  const isIts = and(eq(groupMemberships.groupId, groupId), eq(groupMemberships.studentId, studentId))
  const [present] = await transaction
    .select({ id: groupMemberships.id, leftOn: groupMemberships.leftOn })
    .from(groupMemberships)
    .where(and(isIts, lastsBeyond(addDays(lastDay, 1))))
    .orderBy(desc(groupMemberships.joinedOn))
    .limit(1)
  if (!present) return null
  await transaction
    .update(groupMemberships)
    .set({ leftOn: endAfter(lastDay) })
    .where(eq(groupMemberships.id, present.id))
  return present.leftOn
}

type Paying = { contractId: string; paymentIds: readonly string[]; askedById: string }

/**
 * Payments under way are given up, except a card that is being charged. Automatic ones end: a payer who has not asked for
 * the termination gets a message. Returns how many of both.
 */
export async function stopPaying(
  transaction: Database,
  { contractId, paymentIds, askedById }: Paying,
  now: Date,
): Promise<{ autopays: number; givenUp: number }> {
  const found = await transaction
    .select({ id: autopays.id, state: autopays.state, personId: autopays.personId })
    .from(autopays)
    .where(and(eq(autopays.contractId, contractId), inArray(autopays.state, ['on', 'saving'])))
    .for('update')
  for (const { id, state, personId } of found) {
    await stopAutopay(transaction, id, { reason: 'contract-ended', now })
    if (state === 'on' && personId !== askedById)
      await notifyOfEnd(transaction, id, { why: 'contract-terminating', note: '' }, now)
  }
  return { autopays: found.length, givenUp: await giveUpOpen(transaction, paymentIds, now) }
}

/** Payments of these instalments that are under way are given up, except a card that is being charged. Returns how many. */
export async function giveUpOpen(transaction: Database, paymentIds: readonly string[], now: Date): Promise<number> {
  const open = await findOpenCheckouts(transaction, paymentIds)
  const ids = open.filter(({ chargeId }) => chargeId === null).map(({ id }) => id)
  await giveUp(transaction, ids, now)
  return ids.length
}

export async function changeStatus(
  transaction: Database,
  contractId: string,
  status: 'OnTermination' | 'Concluded' | 'Frozen' | 'Termination',
  now: Date,
): Promise<void> {
  await transaction.update(contracts).set({ status }).where(eq(contracts.id, contractId))
  await transaction.insert(contractStates).values({ contractId, status, at: now })
  await publishEvents(transaction, now, [
    { type: 'contract.changed', data: { collection: 'contracts', sourcedId: contractId, status } },
  ])
}

type Withdrawal = {
  /** By the customer: of the contract. By the staff: of the termination, with a reason. */
  which: { contractId: string; customerId: string } | { id: string }
  reason: string
}

/** Until the money is settled the contract goes on as before, except automatic payments. 409 later. */
export async function withdrawTermination(
  transaction: Database,
  { which, reason }: Withdrawal,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  const isWanted =
    'id' in which
      ? eq(terminations.id, which.id)
      : and(eq(contracts.id, which.contractId), eq(contracts.customerId, which.customerId))
  const [found] = await transaction
    .select({ contractId: contracts.id, terminationId: terminations.id })
    .from(contracts)
    .leftJoin(terminations, and(eq(terminations.contractId, contracts.id), eq(terminations.state, 'asked')))
    .where(isWanted)
  if (!found) return throwProblem('not-found', 'No such termination')
  const { contractId } = found
  const accounts = await lockAccounts(transaction, eq(sql`id`, contractId))
  const [row] = await transaction
    .select()
    .from(terminations)
    .where(and(eq(terminations.contractId, contractId), eq(terminations.state, 'asked')))
    .for('update')
  const { status } = accountOf(accounts, contractId)
  if (!row || row.lastDay < dayInZone(now, timeZone) || status !== 'OnTermination')
    return throwProblem('state-conflict', 'There is no termination that can be withdrawn')
  const contract = await findTerminable(transaction, contractId)
  await endAsked(transaction, { row, contract }, { now, timeZone })
  await changeStatus(transaction, contractId, 'Concluded', now)
  await audit(transaction, {
    at: now,
    action: 'contract.termination-withdrawn',
    subjectId: contract.customerId,
    reason: reason || null,
    detail: contract.number,
  })
  await notifyOfTermination(transaction, row, { kind: 'termination-withdrawn', why: reason, now })
}

type Asked = { row: typeof terminations.$inferSelect; contract: Terminable }

/** Undoes what asking has changed besides the status of the contract. */
export async function endAsked(
  transaction: Database,
  { row, contract }: Asked,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  const { groupId, studentId } = contract
  await restorePayments(transaction, row, { now, timeZone })
  if (groupId !== null) {
    const isIts = and(eq(groupMemberships.groupId, groupId), eq(groupMemberships.studentId, studentId))
    const latest = transaction
      .select({ id: groupMemberships.id })
      .from(groupMemberships)
      .where(and(isIts, eq(groupMemberships.leftOn, endAfter(row.lastDay))))
      .orderBy(desc(groupMemberships.joinedOn))
      .limit(1)
    await transaction
      .update(groupMemberships)
      .set({ leftOn: row.previousLeftOn })
      .where(eq(groupMemberships.id, sql`(${latest})`))
  }
  await transaction
    .update(terminations)
    .set({ state: 'withdrawn', endedAt: now, bankDetails: null })
    .where(eq(terminations.id, row.id))
}

/**
 * Gives the instalments their former statuses, also those that a return has cancelled meanwhile. What was paid before and is
 * not any more is owed again. Whose day has passed while nothing was asked for gets the usual time.
 */
async function restorePayments(
  transaction: Database,
  { deferred, askedAt }: Asked['row'],
  { now, timeZone }: CurrentTime,
): Promise<void> {
  const today = dayInZone(now, timeZone)
  const hasPassed = sql`${payments.dueOn} >= ${dayInZone(askedAt, timeZone)} and ${payments.dueOn} < ${today}`
  const isReturned = sql`${payments.status} = 'Canceled' and exists (
    select from operations where payment_id = ${payments.id} and kind in ('ReturnDS', 'ReturnTransferDS')
      and at >= ${askedAt.toISOString()}::timestamptz
  )`
  for (const [id, status] of Object.entries(deferred))
    await transaction
      .update(payments)
      .set({
        status: status === 'Closed' ? 'Open' : status,
        dueOn: sql`case when ${hasPassed} then ${addDays(today, firstPaymentDays)}::date else ${payments.dueOn} end`,
      })
      .where(and(eq(payments.id, id), or(eq(payments.status, 'DeferredPayment'), isReturned)))
}
