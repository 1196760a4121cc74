import { and, eq, exists, inArray, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { ContractStatus, PaymentKind, PaymentStatus } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { balances, contracts, payments } from '#server/db/schema/contracts.ts'
import { addDays, type CurrentTime, type Day, dayInZone } from '#server/time/calendar-days.ts'
import { firstPaymentDays, isSignable } from './rules.ts'
import { hasSigned } from './signatures.ts'

const slowKinds: PaymentKind[] = ['bank', 'fund']

type Line = { kind: PaymentKind; status: PaymentStatus; dueOn: Day }

type Signed = { needsSignatures: boolean; customerAt: Date | string | null; status: ContractStatus }

/** Whether the signature of the customer is missing and may still be given. */
export function waitsForCustomer({ needsSignatures, customerAt, status }: Signed): boolean {
  return needsSignatures && customerAt === null && isSignable(status)
}

/**
 * The due day that everything shows, also the text to sign. While a contract waits for its customer, it is that after a
 * signature of today: as many days ahead as that of a new contract at least.
 */
export function dueDayOf({ kind, status, dueOn }: Line, { isWaiting, today }: { isWaiting: boolean; today: Day }): Day {
  if (!isWaiting) return dueOn
  const earliest = addDays(today, firstPaymentDays)
  return status === 'DeferredPayment' && !slowKinds.includes(kind) && dueOn < earliest ? earliest : dueOn
}

/** Opens what the customer pays of these contracts, and gives the usual time for it. */
export async function openPayments(
  transaction: Database,
  contractIds: readonly string[],
  { now, timeZone }: CurrentTime,
): Promise<void> {
  if (contractIds.length === 0) return
  const earliest = addDays(dayInZone(now, timeZone), firstPaymentDays)
  await transaction
    .update(payments)
    .set({ status: 'Open', dueOn: sql`greatest(${payments.dueOn}, ${earliest}::date)` })
    .where(and(isOfCustomer(contractIds), eq(payments.status, 'DeferredPayment')))
}

/** Money for an unsigned contract is an act of acceptance: its other payments open as by a signature. */
export async function openPaidPayments(
  transaction: Database,
  contractIds: readonly string[],
  currentTime: CurrentTime,
): Promise<void> {
  const accepted = await findUnsigned(transaction, contractIds, { isAccepted: true })
  await openPayments(transaction, accepted, currentTime)
}

/** Nothing is to be paid of an unsigned contract that holds no money, whatever a return or a transfer has changed. */
export async function deferUnsignedPayments(transaction: Database, contractIds: readonly string[]): Promise<void> {
  const waiting = await findUnsigned(transaction, contractIds, { isAccepted: false })
  if (waiting.length === 0) return
  await transaction
    .update(payments)
    .set({ status: 'DeferredPayment' })
    .where(and(isOfCustomer(waiting), inArray(payments.status, ['Open', 'Error'])))
}

function isOfCustomer(contractIds: readonly string[]): SQL | undefined {
  return and(inArray(payments.contractId, [...contractIds]), notInArray(payments.kind, slowKinds))
}

/** Condition on `contracts`: it is in force, or holds money. */
function isAccepted(database: Database): SQL {
  const isPaid = and(eq(balances.contractId, contracts.id), ne(balances.paid, 0))
  const money = exists(database.select({ paid: balances.paid }).from(balances).where(isPaid))
  return sql`(${or(eq(contracts.status, 'Concluded'), money)})`
}

async function findUnsigned(
  database: Database,
  contractIds: readonly string[],
  wanted: { isAccepted: boolean },
): Promise<string[]> {
  if (contractIds.length === 0) return []
  const isGiven = sql`${contracts.id} in ${listOf(contractIds, 'uuid')}`
  const accepted = isAccepted(database)
  const found = await database
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        isGiven,
        eq(contracts.needsSignatures, true),
        inArray(contracts.status, ['Open', 'Concluded']),
        not(hasSigned(database, 'customer')),
        wanted.isAccepted ? accepted : not(accepted),
      ),
    )
    // By a name: every booking asks it, and planning takes longer than reading.
    .prepare(wanted.isAccepted ? 'unsigned_accepted' : 'unsigned_waiting')
    .execute()
  return found.map(({ id }) => id)
}
