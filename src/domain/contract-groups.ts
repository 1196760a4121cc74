import type { Contract } from '#contract/enrolment/contracts.ts'
import { isSuspended, type PaymentSummary, paymentSummaryOf, suspendedAmountOf } from './billing/payments.ts'
import { isPaidAndOver } from './contract-status.ts'

/** Groups of contracts in the order of the list. `paused`: suspended, or being terminated. */
const contractGroups = ['active', 'paused', 'finished'] as const
export type ContractGroupKind = (typeof contractGroups)[number]

export type ContractWithSummary = { contract: Contract; summary: PaymentSummary }

export type ContractGroup = {
  kind: ContractGroupKind
  contracts: ContractWithSummary[]
  /** The unpaid amount; 0 for finished contracts. */
  left: number
  /** The part of it that is not owed while the studies are suspended. */
  suspended: number
}

/** Groups contracts by their state, in each those to be paid first; empty groups are left out. */
export function groupContracts(contracts: readonly Contract[], today: string): ContractGroup[] {
  const withSummary = contracts.map((contract) => ({ contract, summary: paymentSummaryOf([contract], today) }))
  const byKind = Map.groupBy(withSummary, ({ contract, summary }) => kindOf(contract, summary, today))
  return contractGroups.flatMap((kind) => {
    const own = byKind.get(kind)
    if (own === undefined) return []
    const left = kind === 'finished' ? 0 : own.reduce((sum, { summary }) => sum + summary.left, 0)
    const suspended = suspendedAmountOf(own.map(({ contract }) => contract))
    return [{ kind, contracts: own.toSorted(byFirstDay), left, suspended }]
  })
}

/** A contract, with the group that begins at it, and whether one ends with it: one flat list. */
export type ContractRow = { begins: ContractGroup | null; ends: boolean; of: ContractWithSummary }

export function contractRowsOf(groups: readonly ContractGroup[]): ContractRow[] {
  return groups.flatMap((group) =>
    group.contracts.map((of, index) => ({
      begins: index === 0 ? group : null,
      ends: index === group.contracts.length - 1,
      of,
    })),
  )
}

function kindOf(contract: Contract, { next, overdue }: PaymentSummary, today: string): ContractGroupKind {
  const { status } = contract
  if (isSuspended(contract) || status === 'OnTermination') return 'paused'
  if (next !== null || overdue.count > 0) return 'active'
  return status === 'Termination' || status === 'NotPaid' || isPaidAndOver(contract, today) ? 'finished' : 'active'
}

/** The day of the earliest payment; the far future without one. */
function firstDayOf({ overdue, next, charged }: PaymentSummary): string {
  return overdue.payments[0]?.payment.dueOn ?? next?.day ?? charged[0]?.charge.on ?? '9999-12-31'
}

function byFirstDay({ summary: one }: ContractWithSummary, { summary: other }: ContractWithSummary): number {
  const [first, second] = [firstDayOf(one), firstDayOf(other)]
  return first < second ? -1 : +(first > second)
}
