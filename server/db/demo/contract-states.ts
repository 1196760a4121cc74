import type { ContractStatus } from '#contract/enumerations.ts'
import { addDays, type Day, instantAt } from '#server/days.ts'
import type { contractStates } from '#server/db/schema/contracts.ts'
import { firstPaymentGrace } from '#server/modules/contracts/rules.ts'
import type { Agreement } from './agreements.ts'
import type { SignedContract } from './contracts.ts'
import type { Random } from './random.ts'

type Step = { status: ContractStatus; on: Day; time: string }
type Moment = { now: Date; today: Day; timeZone: string }

/** How a contract came to be what it is: the last of its states is its own, and none lies before its making or after now. */
export function statesOf(
  random: Random,
  { row, payments: [first] }: SignedContract,
  { status, signedOn, leftOn }: Agreement,
  { now, today, timeZone }: Moment,
): (typeof contractStates.$inferInsert)[] {
  const concluded: Step = { status: 'Concluded', on: signedOn, time: '15:40' }
  const leaving = addDays(leftOn ?? today, -random.integer(3, 12))
  const steps: Record<ContractStatus, Step[]> = {
    Open: [],
    NotPaid: [{ status, on: addDays(first?.row.dueOn ?? today, firstPaymentGrace + 1), time: '09:00' }],
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
    // Whoever signs in the morning and leaves at once has it all on one day.
    earliest = Math.max(earliest, Math.min(instantAt(step.on, step.time, timeZone).getTime(), now.getTime()))
    return { id: random.uuid(), contractId: row.id, status: step.status, at: new Date(earliest) }
  })
}
