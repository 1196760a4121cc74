import type { Contract } from '#contract/contracts.ts'
import { type ContractStatus, contractStatuses } from '#contract/enumerations.ts'

/** Search of the list (D-18). */
export type ContractSearch = { filter?: { child?: string; status?: ContractStatus[] } }

export type ContractFilter = { child: string | null; statuses: readonly ContractStatus[] }

/** Whatever the address holds; what nobody knows is left out. */
export function readSearch({ filter }: Record<string, unknown>): ContractSearch {
  if (typeof filter !== 'object' || filter === null) return {}
  const { child, status } = filter as Record<string, unknown>
  const asked = [status].flat()
  return searchOf({
    child: typeof child === 'string' ? child : null,
    statuses: contractStatuses.filter((known) => asked.includes(known)),
  })
}

export function filterOf({ filter }: ContractSearch): ContractFilter {
  return { child: filter?.child ?? null, statuses: filter?.status ?? [] }
}

/** A part that filters nothing stays out of the address. */
export function searchOf({ child, statuses }: ContractFilter): ContractSearch {
  const filter = { ...(child ? { child } : {}), ...(statuses.length === 0 ? {} : { status: [...statuses] }) }
  return Object.keys(filter).length === 0 ? {} : { filter }
}

export function filtered(contracts: readonly Contract[], { child, statuses }: ContractFilter): readonly Contract[] {
  if (child === null && statuses.length === 0) return contracts
  return contracts.filter(
    ({ student, status }) =>
      (child === null || student.uuid === child) && (statuses.length === 0 || statuses.includes(status)),
  )
}

/** The filter with one status added, or taken away where it was there. */
export function withStatusTurned(filter: ContractFilter, turned: ContractStatus): ContractFilter {
  const isChosen = (status: ContractStatus) => filter.statuses.includes(status) !== (status === turned)
  return { ...filter, statuses: contractStatuses.filter(isChosen) }
}

/** Whom the contracts are about, each once, by name. */
export function studentsOf(contracts: readonly Contract[], locale: string): Contract['student'][] {
  const byUuid = new Map(contracts.map(({ student }) => [student.uuid, student]))
  const name = ({ firstName, lastName }: Contract['student']) => `${firstName} ${lastName}`
  return [...byUuid.values()].toSorted((one, other) => name(one).localeCompare(name(other), locale))
}

/** The statuses worth offering for a child's contracts, with their numbers: those that occur and those chosen. */
export function offeredStatuses(contracts: readonly Contract[], { child, statuses }: ContractFilter) {
  const ofChild = filtered(contracts, { child, statuses: [] })
  return contractStatuses
    .map((status) => ({ status, count: ofChild.filter((contract) => contract.status === status).length }))
    .filter(({ status, count }) => count > 0 || statuses.includes(status))
}
