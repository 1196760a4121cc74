import { eq } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import type { terminations } from '#server/db/schema/terminations.ts'
import { formatAmount, formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'

type Stored = Pick<typeof terminations.$inferSelect, 'contractId' | 'lastDay' | 'toReturn' | 'due' | 'moved'>

/** The number of a contract, and its customer as the recipient of messages. */
export async function findCustomer(database: Database, contractId: string) {
  const [contract] = await database
    .select({ number: contracts.number, recipient: recipientColumns })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.customerId))
    .where(eq(contracts.id, contractId))
  return contract
}

/** The customer learns what a termination returns, that it is withdrawn, or that it is over. `why` is of the staff. */
export async function notifyOfTermination(
  transaction: Database,
  { contractId, lastDay, toReturn, due, moved }: Stored,
  {
    kind,
    why,
    now,
  }: { kind: 'termination-asked' | 'termination-withdrawn' | 'contract-terminated'; why: string; now: Date },
): Promise<void> {
  const contract = await findCustomer(transaction, contractId)
  if (!contract) return
  const { number, recipient } = contract
  const sum = (amount: number, language: Locale) => (amount > 0 ? formatAmount(amount, language) : '')
  const values = (language: Locale) => ({
    number,
    why,
    lastDay: formatDay(lastDay, language),
    amount: sum(toReturn - moved, language),
    moved: sum(moved, language),
    due: sum(due, language),
  })
  await notifyUsers(transaction, now, [{ recipient, kind, path: `/contracts-and-payments/${contractId}`, values }])
}
