import { type ContractStatus, contractStatuses } from '#contract/enumerations.ts'

/** Search of the list: by child and by status (D-18). */
export type ContractFilter = { filter?: { child?: string; status?: ContractStatus[] } }

export function readFilter(search: Record<string, unknown>): ContractFilter {
  const { filter } = search
  if (typeof filter !== 'object' || filter === null) return {}
  const { child, status } = filter as Record<string, unknown>
  const statuses = Array.isArray(status) ? contractStatuses.filter((known) => status.includes(known)) : []
  return {
    filter: {
      ...(typeof child === 'string' ? { child } : {}),
      ...(statuses.length > 0 ? { status: statuses } : {}),
    },
  }
}
