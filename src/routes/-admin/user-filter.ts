import type { UserFilter } from '#src/api/admin.ts'
import type { PanelSearch } from './search.ts'

/** What the call is asked for: the same key for the page and for its loader. */
export function userFilterOf({ search, filter }: PanelSearch): UserFilter {
  const { group, status } = filter ?? {}
  return { ...(search && { search }), ...(group && { group }), ...(status && { status }) }
}
