import type { Contract } from '#contract/contracts.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { type PaymentSummary, summaryOf } from './payments.ts'

/** What a contract asks for now, the most pressing first. */
export const standings = ['overdue', 'soon', 'active', 'finished'] as const
export type Standing = (typeof standings)[number]

export type StandingContract = { contract: Contract; summary: PaymentSummary }

export type ContractGroup = {
  standing: Standing
  contracts: StandingContract[]
  /** Overdue, due soon, or left: what the group's name is about. Of what is finished nothing. */
  sum: number
}

/** A payment is due soon in the last days before it is due. */
const soonDays = 14

/** Contracts by what they ask for, each group in the order of its days, or as it came; empty groups are left out. */
export function groupsOf(contracts: readonly Contract[], today: string): ContractGroup[] {
  const soonUntil = shiftDay(today, soonDays, 'day')
  const found = new Map<Standing, ContractGroup>(
    standings.map((standing) => [standing, { standing, contracts: [], sum: 0 }]),
  )
  for (const contract of contracts) {
    const summary = summaryOf([contract], today)
    const standing = standingOf(contract, summary, { today, soonUntil })
    const group = found.get(standing) as ContractGroup
    group.contracts.push({ contract, summary })
    group.sum += sumOf(standing, summary)
  }
  for (const standing of ['overdue', 'soon'] as const) found.get(standing)?.contracts.sort(byNextDay)
  return [...found.values()].filter((group) => group.contracts.length > 0)
}

/** A contract, and the group that begins with it: one list, however it is drawn. */
export type ContractRow = { begins: ContractGroup | null; of: StandingContract }

export function rowsOf(groups: readonly ContractGroup[]): ContractRow[] {
  return groups.flatMap((group) => group.contracts.map((of, index) => ({ begins: index === 0 ? group : null, of })))
}

type Days = { today: string; soonUntil: string }

function standingOf(contract: Contract, { next, overdue, left }: PaymentSummary, { today, soonUntil }: Days): Standing {
  if (overdue.count > 0) return 'overdue'
  if (next !== null && next.payment.dueOn <= soonUntil) return 'soon'
  const isEnded = contract.status === 'Termination' || contract.status === 'NotPaid'
  const isOver = isEnded || (left === 0 && endOf(contract) < today)
  return isOver ? 'finished' : 'active'
}

function sumOf(standing: Standing, { next, overdue, left }: PaymentSummary): number {
  if (standing === 'overdue') return overdue.sum
  if (standing === 'soon') return next?.left ?? 0
  return standing === 'active' ? left : 0
}

/** The last day of the contract's school year, `2026/2027`; of one that is spelled otherwise it never comes. */
function endOf({ program: { schoolYear } }: Contract): string {
  const [, begins] = /^(\d{4})\//.exec(schoolYear) ?? []
  return begins === undefined ? '9999-12-31' : `${Number(begins) + 1}-08-31`
}

function byNextDay({ summary: one }: StandingContract, { summary: other }: StandingContract): number {
  const [first, second] = [one.next?.payment.dueOn ?? '', other.next?.payment.dueOn ?? '']
  return first < second ? -1 : +(first > second)
}
