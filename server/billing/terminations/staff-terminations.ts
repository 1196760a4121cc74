import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StaffTermination } from '#contract/billing/termination.ts'
import { cardListRows } from '#contract/limits.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { clearDifferences } from '#server/billing/checkouts/payment-differences.ts'
import { bookReceipts, notifyCustomers } from '#server/billing/ledger/book-receipts.ts'
import { createBookingPlan } from '#server/billing/ledger/booking-plan.ts'
import { isEnding } from '#server/billing/ledger/ledger.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { checkouts, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs } from '#server/db/schema/programs.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { selectToTransfer } from '#server/enrolment/contracts/terminations.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { audit } from '#server/security/audit-log.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { openDetails } from './bank-details.ts'
import { finishTermination } from './carry-out.ts'
import { accountOf } from './plan-termination.ts'
import { heldOf, takeFree } from './rules.ts'
import { findUnderWay } from './terminable-contract.ts'

const targets = alias(contracts, 'target_contracts')

/** Contracts of a customer that may be terminated, or that have a termination. */
export async function listTerminations(
  database: Database,
  userId: string,
  secretsKey: string | undefined,
): Promise<StaffTermination[]> {
  const found = await database
    .select({
      contractUuid: contracts.id,
      number: contracts.number,
      course: programs.title,
      student: selectFullName(users),
      termination: terminations,
      movedTo: targets.number,
      toTransfer: selectToTransfer,
    })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .innerJoin(users, eq(users.id, contracts.studentId))
    .leftJoin(terminations, and(eq(terminations.contractId, contracts.id), isLatest))
    .leftJoin(targets, eq(targets.id, terminations.moveToId))
    .where(
      and(
        eq(contracts.customerId, userId),
        or(and(eq(contracts.status, 'Concluded'), eq(campaigns.kind, 'year')), isNotNull(terminations.id)),
      ),
    )
    .orderBy(desc(contracts.createdAt), contracts.number)
    .limit(cardListRows)
  const listed: StaffTermination[] = []
  for (const { termination, movedTo, student, toTransfer, ...contract } of found) {
    const about = { ...contract, student: student ?? '' }
    if (termination === null) listed.push({ ...about, termination: null })
    else {
      const {
        id: uuid,
        state,
        lastDay,
        given,
        toReturn,
        due,
        online,
        bank,
        moved,
        reason,
        documentNumber,
      } = termination
      listed.push({
        ...about,
        termination: {
          uuid,
          state,
          lastDay,
          given,
          toReturn,
          due,
          online,
          moved,
          reason,
          documentNumber,
          movedTo,
          bank,
          toTransfer,
          details: openDetails(termination.bankDetails, secretsKey),
        },
      })
    }
  }
  return listed
}

/** Of the terminations of a contract, the one that the account shows. */
const isLatest = sql`${terminations.id} = (
  select latest.id from terminations as latest
  where latest.contract_id = ${contracts.id} and latest.state <> 'withdrawn' order by latest.asked_at desc limit 1
)`

type Transfer = { terminationId: string; amount: number; documentNumber: string }

/** Books what the school has transferred to the family. A document is booked once. */
export async function settleTermination(
  transaction: Database,
  { terminationId, amount, documentNumber }: Transfer,
  currentTime: CurrentTime,
): Promise<void> {
  const { now, timeZone } = currentTime
  const isIt = eq(terminations.id, terminationId)
  const [known] = await transaction.select().from(terminations).where(isIt)
  if (!known) return throwProblem('not-found', 'No such termination')
  const accounts = await lockAccounts(transaction, eq(sql`id`, known.contractId))
  const [row] = await transaction
    .select()
    .from(terminations)
    .where(and(isIt, eq(terminations.state, 'returning')))
    .for('update')
  if (!row) return throwProblem('state-conflict', 'The termination is not being settled')
  const account = accountOf(accounts, row.contractId)
  if (!isEnding(account)) throwProblem('state-conflict', 'The contract is in force')
  const underWay = await findUnderWay(transaction, row.contractId)
  if (Math.max(0, heldOf(account.lines, underWay) - row.given) !== amount)
    throwProblem('price-changed', 'Another sum is to be transferred')
  if (await isBooked(transaction, row.contractId, documentNumber))
    throwProblem('state-conflict', 'The document is booked already')
  const [customer] = await transaction
    .select({ id: users.id, name: selectFullName(users) })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.customerId))
    .where(eq(contracts.id, row.contractId))
  const booking = createBookingPlan()
  booking.move({
    account,
    kind: 'ReturnDS',
    moves: takeFree(account.lines, amount, underWay),
    at: now,
    externalId: `transfer/${dayInZone(now, timeZone)}/${documentNumber}`,
    payerId: customer?.id ?? null,
    payerName: customer?.name ?? null,
  })
  const plan = booking.finish()
  const booked = await bookReceipts(transaction, plan, now)
  await clearFailedRefunds(transaction, row.contractId, now)
  await transaction.update(terminations).set({ documentNumber, bankDetails: null, accountAskedAt: null }).where(isIt)
  await audit(transaction, {
    at: now,
    action: 'contract.termination-settled',
    subjectId: customer?.id ?? null,
    detail: `${account.number}, ${formatSum(amount)} ₽, ${documentNumber}`,
  })
  await notifyCustomers(transaction, plan, { booked, now })
  await finishTermination(transaction, terminationId, currentTime)
}

/** Payment orders of a bank are numbered anew each year, and by each bank: only those of one contract differ. */
async function isBooked(database: Database, contractId: string, documentNumber: string): Promise<boolean> {
  const [found] = await database
    .select({ id: operations.id })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(
      and(
        eq(payments.contractId, contractId),
        or(
          eq(operations.externalId, documentNumber),
          sql`${operations.externalId} ~ '^transfer/[0-9-]{10}/' and substr(${operations.externalId}, 21) = ${documentNumber}`,
        ),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** What online refunds of the contract did not return is transferred now: it is not to be returned a second time. */
async function clearFailedRefunds(transaction: Database, contractId: string, now: Date): Promise<void> {
  const linesOf = sql`select from refund_lines join payments on payments.id = payment_id where refund_id = ${refunds.id}`
  const failed = await transaction
    .select({ id: refunds.id, provider: checkouts.provider })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .where(
      and(
        eq(refunds.state, 'failed'),
        sql`exists (${linesOf} and contract_id = ${contractId})`,
        sql`not exists (${linesOf} and contract_id <> ${contractId})`,
      ),
    )
  for (const { id, provider } of failed)
    await clearDifferences(transaction, { provider, kinds: ['refund-failed'], externalIds: [id], now })
}
