import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { ActionTerms } from '#contract/billing/contract-actions.ts'
import type { PaymentStatus } from '#contract/enumerations.ts'
import type { ContractAccount, LedgerLine } from '#server/billing/ledger/ledger.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import {
  changeStatus,
  deferPayments,
  endMembership,
  giveUpOpen,
  stopPaying,
} from '#server/billing/terminations/ask-termination.ts'
import { priceOf } from '#server/billing/terminations/rules.ts'
import { announceRecords } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { type ActionState, contractActionEntries, contracts, payments } from '#server/db/schema/contracts.ts'
import { enrolments } from '#server/db/schema/programs.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { concludeContracts, isOpenFreeze } from '#server/enrolment/contracts/contract-status.ts'
import { notifyOfConclusion } from '#server/enrolment/contracts/notify-of-conclusion.ts'
import { firstPaymentDays, isPayable } from '#server/enrolment/contracts/rules.ts'
import { deferUnsignedPayments, openPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { offerPlaceToNext } from '#server/enrolment/groups/places.ts'
import { addDays, type CurrentTime, type Day, dayInZone } from '#server/time/calendar-days.ts'
import { type Actable, type Entry, findFreeze } from './action-facts.ts'
import type { ActionNotice } from './action-notices.ts'

/** What an action has done: for its undo, its message and the preview. */
export type Effect = {
  state: ActionState
  notice: ActionNotice | null
  toReturn?: number
  givenUp?: number
  endsAutopay?: boolean
  freesPlace?: boolean
}

type Target = { contract: Actable; account: ContractAccount }
type By = CurrentTime & { byId: string | null; reason: string; address: string | null }

/** The customer has signed on paper: no signature by a code is waited for, and the payments open as by one. */
export async function notePaper(
  transaction: Database,
  { contract }: Target,
  { signedOn, documentNumber: given }: Extract<ActionTerms, { action: 'note-paper' }>,
  currentTime: CurrentTime,
): Promise<Effect> {
  const { id, needsSignatures } = contract
  const documentNumber = given ?? null
  await transaction.update(contracts).set({ needsSignatures: false }).where(eq(contracts.id, id))
  if (needsSignatures) {
    await openPayments(transaction, [id], currentTime)
    const isFree = (await transaction.$count(payments, eq(payments.contractId, id))) === 0
    const concluded = isFree ? await concludeContracts(transaction, [id], currentTime) : []
    if (concluded.length > 0) await notifyOfConclusion(transaction, id, currentTime)
  }
  return {
    state: {
      detail: documentNumber === null ? signedOn : `${documentNumber}, ${signedOn}`,
      paper: { signedOn, documentNumber, neededSignatures: needsSignatures },
    },
    notice: { kind: 'contract-paper', what: 'noted', signedOn },
  }
}

/** The paper was noted by mistake: the contract waits for its signature again. */
export async function withdrawPaper(
  transaction: Database,
  { contract }: Target,
  paper: NonNullable<ActionState['paper']>,
): Promise<ActionNotice> {
  const { id } = contract
  await transaction.update(contracts).set({ needsSignatures: paper.neededSignatures }).where(eq(contracts.id, id))
  await deferUnsignedPayments(transaction, [id])
  return { kind: 'contract-paper', what: 'withdrawn', signedOn: paper.signedOn }
}

/** Nothing is asked for and there are no lessons from today on; the place stays the student's. */
export async function freeze(
  transaction: Database,
  { contract, account }: Target,
  { until }: Extract<ActionTerms, { action: 'freeze' }>,
  { now, timeZone }: CurrentTime,
): Promise<Effect> {
  const today = dayInZone(now, timeZone)
  const former = await findFreeze(transaction, contract.id)
  if (former) await endFormerFreeze(transaction, { contract, account }, former, { now, timeZone })
  const asked = new Set(account.lines.filter(isPayable).map(({ id }) => id))
  const givenUp = await giveUpOpen(transaction, [...asked], now)
  const deferred = await deferPayments(transaction, account.lines)
  const previousLeftOn = await endMembership(transaction, contract, addDays(today, -1))
  await changeStatus(transaction, contract.id, 'Frozen', now)
  const statuses = Object.fromEntries(Object.entries(deferred).filter(([id]) => asked.has(id)))
  return {
    state: { detail: until, until, statuses, leftOn: today, previousLeftOn },
    notice: { kind: 'contract-frozen', until },
    givenUp,
  }
}

/**
 * Lessons and payments go on. What fell due during the freeze, or later, is due as many days later as the freeze has taken.
 * Of a contract that the school's system has frozen nothing is known: what has passed gets the usual time.
 */
export async function unfreeze(
  transaction: Database,
  { contract, account }: Target,
  by: Pick<By, 'byId' | 'reason' | 'now' | 'timeZone'>,
): Promise<Effect> {
  const entry = await findFreeze(transaction, contract.id)
  await resume(transaction, { contract, account }, entry, by)
  await closeFreeze(transaction, contract.id, by)
  await changeStatus(transaction, contract.id, 'Concluded', by.now)
  return { state: { detail: entry?.state.leftOn ?? '' }, notice: { kind: 'contract-unfrozen' } }
}

/** The school's system has set another status: its freeze is over, and a contract in force goes on. */
export async function endFormerFreeze(
  transaction: Database,
  { contract, account }: Target,
  entry: Entry,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  if (account.status === 'Concluded') await resume(transaction, { contract, account }, entry, { now, timeZone })
  await closeFreeze(transaction, contract.id, { byId: null, reason: '', now })
}

/** Puts back the payments and the membership, also in the account. */
async function resume(
  transaction: Database,
  { contract, account }: Target,
  entry: Entry | undefined,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  const today = dayInZone(now, timeZone)
  const frozenOn = entry?.state.leftOn ?? null
  for (const line of account.lines) {
    const status = statusAfterFreeze(line, entry?.state.statuses ?? null)
    if (status === null) continue
    line.status = status
    line.dueOn = dueAfterFreeze(line.dueOn, { frozenOn, today })
    await transaction
      .update(payments)
      .set({ status, dueOn: line.dueOn, opensAfterFreeze: false })
      .where(eq(payments.id, line.id))
  }
  await beginMembership(transaction, contract, { state: entry?.state, today })
}

/** Null for a payment that stays as it is. */
function statusAfterFreeze(
  { id, kind, status, paid }: LedgerLine,
  former: Record<string, PaymentStatus> | null,
): PaymentStatus | null {
  if (status !== 'DeferredPayment') return null
  // What a bank or a fund pays is deferred anyway.
  if (former === null) return kind === 'bank' || kind === 'fund' ? null : 'Open'
  const before = former[id]
  return before === 'Error' && paid > 0 ? 'Open' : (before ?? null)
}

function dueAfterFreeze(dueOn: Day, { frozenOn, today }: { frozenOn: Day | null; today: Day }): Day {
  if (frozenOn === null) return dueOn < today ? addDays(today, firstPaymentDays) : dueOn
  if (dueOn < frozenOn) return dueOn
  return addDays(dueOn, (Date.parse(today) - Date.parse(frozenOn)) / dayMs)
}

const dayMs = 24 * 60 * 60_000

async function beginMembership(
  transaction: Database,
  { groupId, studentId }: Actable,
  { state, today }: { state: ActionState | undefined; today: Day },
): Promise<void> {
  if (groupId === null) return
  const leftOn = state?.previousLeftOn ?? null
  const day = sql`${today}::date`
  // A freeze that ends on its first day leaves no gap.
  if (state?.leftOn === today)
    await transaction.execute(sql`
      update group_memberships set left_on = ${leftOn}::date
      where group_id = ${groupId} and student_id = ${studentId} and left_on = greatest(joined_on, ${day})
    `)
  await transaction.execute(sql`
    insert into group_memberships (group_id, student_id, joined_on, left_on)
    select id, ${studentId}, greatest(starts_on, ${day}), ${leftOn}::date
    from study_groups
    where id = ${groupId} and ends_on >= ${day} and (${leftOn}::date is null or ${leftOn}::date > greatest(starts_on, ${day}))
      and not exists (
        select from group_memberships as present
        where present.group_id = study_groups.id and present.student_id = ${studentId}
          and (present.left_on is null or present.left_on > ${day})
      )
    on conflict do nothing
  `)
}

async function closeFreeze(
  transaction: Database,
  contractId: string,
  { byId, reason, now }: Pick<By, 'byId' | 'reason' | 'now'>,
): Promise<void> {
  await transaction
    .update(contractActionEntries)
    .set({ undoneAt: now, undoneById: byId, undoneReason: reason })
    .where(and(eq(contractActionEntries.contractId, contractId), isOpenFreeze))
}

/** Contracts whose last frozen day is over. */
export function findEndedFreezes(database: Database, { now, timeZone }: CurrentTime): Promise<string[]> {
  const isOver = sql`${contractActionEntries.state} ->> 'until' < ${dayInZone(now, timeZone)}`
  return findOpenFreezes(database, and(eq(contracts.status, 'Frozen'), isOver))
}

/** Contracts that the school's system has taken out of a freeze. One that is terminating waits for its end. */
export function findFreezesEndedByOthers(database: Database): Promise<string[]> {
  return findOpenFreezes(database, notInArray(contracts.status, ['Frozen', 'OnTermination']))
}

/** Contracts out of a freeze of the school's system in which a return has marked payments. */
export async function findMarkedContracts(database: Database): Promise<string[]> {
  const found = await database
    .selectDistinct({ id: contracts.id })
    .from(payments)
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(and(sql`${payments.opensAfterFreeze}`, notInArray(contracts.status, ['Frozen', 'OnTermination'])))
    .orderBy(contracts.id)
  return found.map(({ id }) => id)
}

/**
 * Opens the marked payments of a contract that is in force, with the usual time, and takes the marks away: an ended contract
 * opens nothing. Returns whether one was opened. Lock the account first.
 */
export async function openMarked(
  transaction: Database,
  { id, status }: Pick<Actable, 'id' | 'status'>,
  { now, timeZone }: CurrentTime,
): Promise<boolean> {
  const isMarked = and(eq(payments.contractId, id), sql`${payments.opensAfterFreeze}`)
  const earliest = addDays(dayInZone(now, timeZone), firstPaymentDays)
  const opened =
    status === 'Concluded'
      ? await transaction
          .update(payments)
          .set({ status: 'Open', dueOn: sql`greatest(${payments.dueOn}, ${earliest}::date)` })
          .where(and(isMarked, eq(payments.status, 'DeferredPayment')))
          .returning({ id: payments.id })
      : []
  await transaction.update(payments).set({ opensAfterFreeze: false }).where(isMarked)
  await announceRecords(transaction, 'payments', opened)
  return opened.length > 0
}

async function findOpenFreezes(database: Database, condition: SQL | undefined): Promise<string[]> {
  const found = await database
    .select({ id: contracts.id })
    .from(contractActionEntries)
    .innerJoin(contracts, eq(contracts.id, contractActionEntries.contractId))
    .where(and(isOpenFreeze, condition))
    .orderBy(contracts.id)
  return found.map(({ id }) => id)
}

/**
 * Ends a contract today, by a decision of the school. What it does not keep of the money is returned by the queues of
 * terminations, and the contract is `Termination` once that is done. Lock the group first.
 */
export async function endContract(
  transaction: Database,
  { contract, account, held }: Target & { held: number },
  { kept }: Extract<ActionTerms, { action: 'end' }>,
  { byId, reason, address, ...currentTime }: By,
): Promise<Effect> {
  const { now, timeZone } = currentTime
  const { id, groupId, enrolmentId } = contract
  const today = dayInZone(now, timeZone)
  const toReturn = held - kept
  const previousLeftOn = await endMembership(transaction, contract, addDays(today, -1))
  const ids = account.lines.map((line) => line.id)
  await closeFreeze(transaction, id, { byId, reason, now })
  const stopped = await stopPaying(
    transaction,
    { contractId: id, paymentIds: ids, askedById: byId ?? contract.customerId },
    now,
  )
  const unpaid = account.lines.filter(({ amount, paid, status }) => paid < amount && status !== 'Canceled')
  if (unpaid.length > 0)
    await transaction
      .update(payments)
      .set({ status: 'Canceled' })
      .where(
        inArray(
          payments.id,
          unpaid.map((line) => line.id),
        ),
      )
  if (enrolmentId !== null) {
    // The place belonged to the enrolment; the student may enrol again.
    await transaction.update(contracts).set({ enrolmentId: null }).where(eq(contracts.id, id))
    await transaction.delete(enrolments).where(eq(enrolments.id, enrolmentId))
  }
  const isSettled = account.lines.reduce((sum, { paid }) => sum + paid, 0) <= kept
  const nothing = { due: 0, online: 0, moved: 0, lessonsHeld: 0, lessonsPlanned: 0 }
  await transaction.insert(terminations).values({
    ...(isSettled ? { state: 'settled' as const, endedAt: now } : { state: 'returning' as const }),
    contractId: id,
    lastDay: today,
    askedById: byId ?? contract.customerId,
    askedAt: now,
    ...nothing,
    address,
    reason,
    hash: '',
    price: priceOf(account.lines),
    given: kept,
    toReturn,
    bank: toReturn,
    deferred: {},
    previousLeftOn,
  })
  await changeStatus(transaction, id, isSettled ? 'Termination' : 'OnTermination', now)
  if (groupId !== null) await offerPlaceToNext(transaction, groupId, currentTime)
  return {
    state: { detail: `${formatSum(kept)} ₽` },
    notice: { kind: 'contract-ended', toReturn },
    toReturn,
    givenUp: stopped.givenUp,
    endsAutopay: stopped.autopays > 0,
    freesPlace: groupId !== null,
  }
}
