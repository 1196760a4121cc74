import { getRouteApi } from '@tanstack/react-router'
import { type ContractFilter, filterOf, searchOf } from './filter.ts'

const route = getRouteApi('/contracts-and-payments/')

/** The filter as the address holds it, and how to change it without leaving a step in the history. */
export function useFilter(): [ContractFilter, (next: ContractFilter) => void] {
  const filter = filterOf(route.useSearch())
  const navigate = route.useNavigate()
  const change = (next: ContractFilter) =>
    void navigate({ to: '/contracts-and-payments', search: searchOf(next), replace: true, resetScroll: false })
  return [filter, change]
}
