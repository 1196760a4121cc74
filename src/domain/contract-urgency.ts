import type { Contract } from '#contract/enrolment/contracts.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { isPaidAndOver } from './contract-status.ts'
import { type PaymentSummary, paymentSummaryOf } from './payments.ts'

/** Urgency of a contract, the most urgent first. */
const contractUrgencies = ['overdue', 'soon', 'active', 'finished'] as const
export type ContractUrgency = (typeof contractUrgencies)[number]

export type ContractWithSummary = { contract: Contract; summary: PaymentSummary }

export type ContractGroup = {
  urgency: ContractUrgency
  contracts: ContractWithSummary[]
  /** The overdue, due or unpaid amount; 0 for finished contracts. */
  sum: number
}

/** A payment is due soon in the last days before it is due. */
const soonDays = 14

/** Groups contracts by urgency, sorted by due day; empty groups are left out. */
export function groupByUrgency(contracts: readonly Contract[], today: string): ContractGroup[] {
  const soonUntil = shiftDay(today, soonDays, 'day')
  const found = new Map<ContractUrgency, ContractGroup>(
    contractUrgencies.map((urgency) => [urgency, { urgency, contracts: [], sum: 0 }]),
  )
  for (const contract of contracts) {
    const summary = paymentSummaryOf([contract], today)
    const urgency = urgencyOf(contract, summary, { today, soonUntil })
    const group = found.get(urgency) as ContractGroup
    group.contracts.push({ contract, summary })
    group.sum += urgencyAmountOf(urgency, summary)
  }
  for (const urgency of ['overdue', 'soon'] as const) found.get(urgency)?.contracts.sort(byNextDay)
  return [...found.values()].filter((group) => group.contracts.length > 0)
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

type Days = { today: string; soonUntil: string }

function urgencyOf(contract: Contract, { next, overdue }: PaymentSummary, { today, soonUntil }: Days): ContractUrgency {
  if (overdue.count > 0) return 'overdue'
  if (next !== null && next.day <= soonUntil) return 'soon'
  const isEnded = contract.status === 'Termination' || contract.status === 'NotPaid'
  return isEnded || isPaidAndOver(contract, today) ? 'finished' : 'active'
}

function urgencyAmountOf(urgency: ContractUrgency, { next, overdue, left }: PaymentSummary): number {
  if (urgency === 'overdue') return overdue.sum
  if (urgency === 'soon') return next?.sum ?? 0
  return urgency === 'active' ? left : 0
}

function firstDayOf({ overdue, next }: PaymentSummary): string {
  return overdue.payments[0]?.payment.dueOn ?? next?.day ?? ''
}

function byNextDay({ summary: one }: ContractWithSummary, { summary: other }: ContractWithSummary): number {
  const [first, second] = [firstDayOf(one), firstDayOf(other)]
  return first < second ? -1 : +(first > second)
}
