import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { selectAccountSum } from '#server/enrolment/contracts/terminations.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { formatAmount } from '#server/notifications/formats.ts'
import { notifyUsers } from '#server/notifications/notify-users.ts'
import { audit } from '#server/security/audit-log.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { type BankDetails, sealDetails } from './bank-details.ts'
import { findCustomer } from './termination-notices.ts'

const isOpen = inArray(terminations.state, ['asked', 'returning'])

/** Terminations of which something is to be transferred without an account, and whose customer was not asked for one yet. */
export async function findAccountsToAsk(database: Database): Promise<string[]> {
  const found = await database
    .select({ id: terminations.id })
    .from(terminations)
    .where(and(isOpen, isNull(terminations.accountAskedAt), gt(selectAccountSum, 0)))
    .orderBy(terminations.askedAt)
  return found.map(({ id }) => id)
}

/** Asks the customer for an account. Safe to repeat. */
export async function askForAccount(transaction: Database, id: string, { now }: CurrentTime): Promise<void> {
  const [row] = await transaction
    .update(terminations)
    .set({ accountAskedAt: now })
    .where(and(eq(terminations.id, id), isOpen, isNull(terminations.accountAskedAt), gt(selectAccountSum, 0)))
    .returning({ contractId: terminations.contractId, sum: selectAccountSum })
  if (!row) return
  const { contractId, sum } = row
  const contract = await findCustomer(transaction, contractId)
  if (!contract) return
  const { number, recipient } = contract
  const path = `/contracts-and-payments/${contractId}?dialog=return-account`
  const values = (language: Locale) => ({ number, amount: formatAmount(sum, language) })
  await notifyUsers(transaction, now, [{ recipient, kind: 'return-account-needed', path, values }])
  await announceChanges(transaction, { userIds: [recipient.id], calls: ['GET /v1/profile/contract/list'] })
}

type Given = { contractId: string; customerId: string; details: BankDetails }

/** Stores the account of the customer, encrypted. 409 if nothing is to be transferred, or an account is known. */
export async function giveReturnAccount(
  transaction: Database,
  { contractId, customerId, details }: Given,
  { now, secretsKey }: { now: Date; secretsKey: string | undefined },
): Promise<void> {
  const [contract] = await transaction
    .select({ number: contracts.number })
    .from(contracts)
    .where(and(eq(contracts.id, contractId), eq(contracts.customerId, customerId)))
  if (!contract) return throwProblem('not-found', 'Only the customer names an account')
  const isIt = and(eq(terminations.contractId, contractId), isOpen)
  await transaction.select({ id: terminations.id }).from(terminations).where(isIt).for('update')
  // Read after the lock: the school may have transferred the money meanwhile.
  const stored = await transaction
    .update(terminations)
    .set({ bankDetails: sealDetails(details, secretsKey), accountAskedAt: null })
    .where(and(isIt, gt(selectAccountSum, 0)))
    .returning({ id: terminations.id })
  if (stored.length === 0) throwProblem('state-conflict', 'No account is needed')
  await audit(transaction, {
    at: now,
    action: 'contract.return-account-given',
    subjectId: customerId,
    detail: contract.number,
  })
}
