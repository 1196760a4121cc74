import type { Contract } from '#contract/contracts.ts'
import { type ContractStatus, contractStatuses } from '#contract/enumerations.ts'

/** Search of the list: by child and by status (D-18). */
export type ContractSearch = { filter?: ContractFilter }
export type ContractFilter = { child?: string; status?: ContractStatus[] }

/** Whatever the address holds; what nobody knows is left out. */
export function readSearch({ filter }: Record<string, unknown>): ContractSearch {
  if (typeof filter !== 'object' || filter === null) return {}
  const { child, status } = filter as Record<string, unknown>
  const asked = [status].flat()
  return searchOf({
    ...(typeof child === 'string' && child !== '' ? { child } : {}),
    status: contractStatuses.filter((known) => asked.includes(known)),
  })
}

/** The address of a filter; a part that filters nothing stays out of it. */
export function searchOf({ child, status = [] }: ContractFilter): ContractSearch {
  const filter = { ...(child === undefined ? {} : { child }), ...(status.length === 0 ? {} : { status }) }
  return Object.keys(filter).length === 0 ? {} : { filter }
}

export function filtered(contracts: readonly Contract[], { child, status }: ContractFilter): Contract[] {
  return contracts.filter(
    (contract) =>
      (child === undefined || contract.student.uuid === child) &&
      (status === undefined || status.includes(contract.status)),
  )
}

/** The filter with one status added, or taken away where it was there. */
export function withStatusTurned(filter: ContractFilter, status: ContractStatus): ContractFilter {
  const { status: chosen = [] } = filter
  const next = chosen.includes(status) ? chosen.filter((other) => other !== status) : [...chosen, status]
  return { ...filter, status: contractStatuses.filter((known) => next.includes(known)) }
}

/** Whom the contracts are about, each once, by name. */
export function studentsOf(contracts: readonly Contract[], locale: string): Contract['student'][] {
  const byUuid = new Map(contracts.map(({ student }) => [student.uuid, student]))
  const name = ({ lastName, firstName }: Contract['student']) => `${lastName} ${firstName}`
  return [...byUuid.values()].toSorted((one, other) => name(one).localeCompare(name(other), locale))
}

/** How many contracts of each status there are, in the order of S3; statuses without contracts are left out. */
export function statusCounts(contracts: readonly Contract[]): { status: ContractStatus; count: number }[] {
  return contractStatuses
    .map((status) => ({ status, count: contracts.filter((contract) => contract.status === status).length }))
    .filter(({ count }) => count > 0)
}
