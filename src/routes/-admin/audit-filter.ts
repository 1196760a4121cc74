import type { AuditFilter } from '#src/api/admin.ts'
import type { PanelSearch } from './search.ts'

/** What the call is asked for: the same key for the page and for its loader. */
export function auditFilterOf({ search, filter }: PanelSearch): AuditFilter {
  const { action, actor, subject, from, to } = filter ?? {}
  return {
    ...(search && { search }),
    ...(action && { action }),
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...(from && { from }),
    ...(to && { to }),
  }
}
