import type { Contract } from '#contract/contracts.ts'
import { type ContractStatus, contractStatuses } from '#contract/enumerations.ts'
import type { ContractSearch } from '#contract/screen-searches.ts'

type Student = Contract['student']
export type ContractFilter = NonNullable<ContractSearch['filter']>

export function filterContracts(
  contracts: readonly Contract[],
  { child, status }: ContractFilter,
): readonly Contract[] {
  if (child === undefined && status === undefined) return contracts
  return contracts.filter(
    (contract) =>
      (child === undefined || contract.student.uuid === child) &&
      (status === undefined || status.includes(contract.status)),
  )
}

/** Whom the contracts are about, each once, by name. */
export function studentsOf(contracts: readonly Contract[], locale: string): Student[] {
  const byUuid = new Map(contracts.map(({ student }) => [student.uuid, student]))
  const name = ({ firstName, lastName }: Student) => `${firstName} ${lastName}`
  return [...byUuid.values()].toSorted((one, other) => name(one).localeCompare(name(other), locale))
}

/** By first name, as in the schedule; namesakes by the surname too. */
export function nameAmong({ uuid, firstName, lastName }: Student, students: readonly Student[]): string {
  const isAlone = !students.some((other) => other.uuid !== uuid && other.firstName === firstName)
  return isAlone ? firstName : `${firstName} ${lastName}`
}

/** The statuses worth offering for a child's contracts, with their numbers: those that occur and those chosen. */
export function offeredStatuses(
  contracts: readonly Contract[],
  { child, status: chosen = [] }: ContractFilter,
): { status: ContractStatus; count: number }[] {
  const ofChild = filterContracts(contracts, { child })
  return contractStatuses
    .map((status) => ({ status, count: ofChild.filter((contract) => contract.status === status).length }))
    .filter(({ status, count }) => count > 0 || chosen.includes(status))
}
