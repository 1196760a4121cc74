import { eq } from 'drizzle-orm'
import type { LedgerLine } from '#server/billing/ledger/ledger.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { contractActionEntries } from '#server/db/schema/contracts.ts'
import { lastDayToSign } from '#server/enrolment/contracts/rules.ts'
import { deferUnsignedPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { audit } from '#server/security/audit-log.ts'
import { type Day, dayInZone } from '#server/time/calendar-days.ts'
import { type Doing, lockContract } from './act.ts'
import { type Actable, type Entry, type ReadFacts, readFacts } from './action-facts.ts'
import { type ActionNotice, notifyOfAction } from './action-notices.ts'
import { withdrawPaper } from './change-contract.ts'
import { isUnused, join, move, restorePayment, unbook } from './change-payment.ts'
import { findUndoObstacle, type UndoFacts } from './rules.ts'

type Whole = Awaited<ReturnType<typeof lockContract>>

/** Undoes an action whose effect is still there. */
export async function undoAction(transaction: Database, entryId: string, doing: Doing): Promise<void> {
  const { now, byId, reason } = doing
  const isIt = eq(contractActionEntries.id, entryId)
  const [known] = await transaction.select().from(contractActionEntries).where(isIt)
  if (!known) return throwProblem('not-found', 'No such action')
  const whole = await lockContract(transaction, known.contractId)
  const facts = await readFacts(transaction, whole, doing)
  const entry = facts.entries.find(({ id }) => id === entryId)
  if (!entry) return throwProblem('not-found', 'No such action')
  const obstacle = findUndoObstacle(
    await undoFactsOf(transaction, entry, { ...whole, ...facts, timeZone: doing.timeZone }),
    doing.roles,
  )
  if (obstacle === 'role') throwProblem('role-missing', 'Not for this role')
  if (obstacle !== null) throwProblem('state-conflict', `The action cannot be undone: ${obstacle}`)
  const notice = await revert(transaction, { ...whole, entry }, doing)
  await deferUnsignedPayments(transaction, [known.contractId])
  const { contract } = whole
  await transaction
    .update(contractActionEntries)
    .set({ undoneAt: now, undoneById: byId, undoneReason: reason })
    .where(isIt)
  await audit(transaction, {
    at: now,
    action: 'contract.action-undone',
    subjectId: contract.customerId,
    reason,
    detail: `${contract.number}, ${entry.action}, ${entry.state.detail}`,
  })
  await notifyOfAction(transaction, contract.id, { notice, why: reason, now })
  await publishEvents(transaction, now, [
    {
      type: 'contract.changed',
      data: { collection: 'contracts', sourcedId: contract.id, status: whole.account.status },
    },
  ])
}

/** What decides whether an entry can be undone. */
export async function undoFactsOf(
  database: Database,
  { action, undoneAt, paymentId, state }: Entry,
  { contract, account, entries, underWay, isOwn, today, timeZone }: Whole & ReadFacts & { timeZone: string },
): Promise<UndoFacts> {
  const line = account.lines.find(({ id }) => id === paymentId) ?? null
  const isUntouched = await isAsLeft(database, { state, line, contract, lines: account.lines, entries })
  return {
    isOwn,
    today,
    isReturning: contract.terminationState === 'returning',
    action,
    isUndone: undoneAt !== null,
    contract: account.status,
    isUntouched,
    booked: state.booked?.amount ?? 0,
    neededBy: state.dueOn?.before ?? lastDayOfSignature(state, contract, timeZone),
    payment: line && { ...line, free: line.paid - (underWay.get(line.id) ?? 0) },
  }
}

/** Of a contract that waits for its signature again, as `expireUnpaidContract` counts. */
function lastDayOfSignature({ paper }: Entry['state'], { status, createdAt }: Actable, timeZone: string): Day | null {
  return paper?.neededSignatures && status === 'Open' ? lastDayToSign(dayInZone(createdAt, timeZone)) : null
}

type Left = {
  state: Entry['state']
  line: LedgerLine | null
  contract: Actable
  lines: readonly LedgerLine[]
  entries: readonly Entry[]
}

async function isAsLeft(database: Database, { state, line, contract, lines, entries }: Left): Promise<boolean> {
  if (state.paper) return !contract.needsSignatures
  if (state.dueOn) return line?.dueOn === state.dueOn.after
  if (state.booked) return !state.booked.hasConcluded
  const { splitOff } = state
  if (!splitOff) return true
  const part = lines.find(({ id }) => id === splitOff.id)
  if (part?.paid !== 0 || entries.some(({ paymentId, undoneAt }) => paymentId === part.id && undoneAt === null))
    return false
  const { amount, status, dueOn } = part
  const isSame = amount === splitOff.amount && status === splitOff.status && dueOn === splitOff.dueOn
  return isSame && (await isUnused(database, part.id))
}

async function revert(
  transaction: Database,
  { contract, account, entry }: Whole & { entry: Entry },
  { now }: Doing,
): Promise<ActionNotice> {
  const { paper, dueOn, splitOff, booked, statuses = {} } = entry.state
  if (paper) return withdrawPaper(transaction, { contract, account }, paper)
  const line = account.lines.find(({ id }) => id === entry.paymentId)
  if (!line) throw new Error('An undone action of a payment without a payment')
  const target = { contract, account, line }
  if (splitOff) return join(transaction, target, splitOff, now)
  const before = statuses[line.id] ?? 'Open'
  if (booked) return unbook(transaction, target, { booked, before }, now)
  if (!dueOn) return restorePayment(transaction, target, before)
  const { notice } = await move(transaction, target, { action: 'move', dueOn: dueOn.before })
  if (!notice) throw new Error('An undone action without a message')
  return notice
}
