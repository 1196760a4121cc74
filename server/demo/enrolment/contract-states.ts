import type { ContractStatus } from '#contract/enumerations.ts'
import { addDays, type Day, zonedInstant } from '#server/calendar-days.ts'
import type { contractStates } from '#server/db/schema/contracts.ts'
import type { Random } from '#server/demo/random.ts'
import { firstPaymentGraceDays } from '#server/enrolment/contracts/rules.ts'
import type { SignedContract } from './contracts.ts'
import type { PlannedContract } from './planned-contracts.ts'

type Step = { status: ContractStatus; on: Day; time: string }
type Moment = { now: Date; today: Day; timeZone: string }

/** The status history of a contract. The last entry is its status; none lies before its creation or after now. */
export function createContractStates(
  random: Random,
  { row, payments: [first] }: SignedContract,
  { status, signedOn, leftOn }: PlannedContract,
  { now, today, timeZone }: Moment,
): (typeof contractStates.$inferInsert)[] {
  const concluded: Step = { status: 'Concluded', on: signedOn, time: '15:40' }
  const leaving = addDays(leftOn ?? today, -random.integer(3, 12))
  const steps: Record<ContractStatus, Step[]> = {
    Open: [],
    NotPaid: [{ status, on: addDays(first?.row.dueOn ?? today, firstPaymentGraceDays + 1), time: '09:00' }],
    Concluded: [concluded],
    Frozen: [concluded, { status, on: leftOn ?? today, time: '16:30' }],
    OnTermination: [concluded, { status, on: leaving, time: '16:30' }],
    Termination: [
      concluded,
      { status: 'OnTermination', on: leaving, time: '16:30' },
      { status, on: leftOn ?? today, time: '17:15' },
    ],
  }
  let earliest = row.createdAt.getTime()
  return steps[status].map((step) => {
    // A contract may be signed and terminated on the same day.
    earliest = Math.max(earliest, Math.min(zonedInstant(step.on, step.time, timeZone).getTime(), now.getTime()))
    return { id: random.uuid(), contractId: row.id, status: step.status, at: new Date(earliest) }
  })
}
