import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import { priceOfLessons } from '#server/billing/terminations/rules.ts'
import type { contractStates } from '#server/db/schema/contracts.ts'
import type { auditEntries } from '#server/db/schema/identity.ts'
import type { terminations } from '#server/db/schema/terminations.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'
import type { SignedContract } from './contracts.ts'
import type { PlannedContract } from './planned-contracts.ts'

type Signed = SignedContract & { agreement: PlannedContract; states: readonly (typeof contractStates.$inferInsert)[] }

/**
 * Contracts of the demo families whose last day was yesterday: the lessons are counted, and the office has the rest of the
 * money to transfer to the account of the customer. The account does not terminate what an institution pays.
 */
export function terminationRows(
  random: Random,
  signed: readonly Signed[],
  lessonsOfGroup: ReadonlyMap<string, readonly { day: Day; state?: string | undefined }[]>,
  today: Day,
): (typeof terminations.$inferInsert)[] {
  const lastDay = addDays(today, -1)
  return signed.flatMap(({ row, payments, states, agreement: { student, group } }) => {
    if (row.status !== 'OnTermination' || !student.isShown || group === null) return []
    if (payments.some(({ row: { kind, status } }) => (kind === 'bank' || kind === 'fund') && status !== 'Canceled'))
      return []
    const asked = states.find(({ status }) => status === 'OnTermination')
    if (!asked) return []
    const lessons = (lessonsOfGroup.get(group.row.id) ?? []).filter(({ state }) => state !== 'cancelled')
    const held = lessons.filter(({ day }) => day <= lastDay).length
    const paid = payments.flatMap((line) => line.operations).reduce((sum, { amount }) => sum + amount, 0)
    const given = priceOfLessons(row.total, { held, planned: lessons.length })
    if (lessons.length === 0 || paid <= given) return []
    const { lastName, firstName } = student.customer
    return {
      id: random.uuid(),
      contractId: row.id as string,
      state: 'returning' as const,
      lastDay,
      askedById: row.customerId,
      askedAt: asked.at,
      hash: '',
      lessonsHeld: held,
      lessonsPlanned: lessons.length,
      price: row.total,
      given,
      toReturn: paid - given,
      due: 0,
      online: 0,
      bank: paid - given,
      moved: 0,
      deferred: {},
      bankDetails: JSON.stringify({
        recipient: `${lastName} ${firstName}`,
        account: '40817810899910004312',
        bankCode: '044525225',
      }),
    }
  })
}

/** That a customer has asked for a termination, as the audit log has it. */
export function terminationEntries(
  random: Random,
  asked: readonly (typeof terminations.$inferInsert)[],
  numbers: ReadonlyMap<string | undefined, string>,
): (typeof auditEntries.$inferInsert)[] {
  return asked.map(({ contractId, askedById, askedAt, lastDay, toReturn }) => ({
    id: random.uuid(),
    at: askedAt,
    action: 'contract.termination-asked',
    actorId: askedById,
    subjectId: askedById,
    detail: `${numbers.get(contractId)}, ${lastDay}, ${formatSum(toReturn)} ₽`,
  }))
}
