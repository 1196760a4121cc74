import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PanelSearch } from '#contract/screen-searches.ts'

/** Opens the log with only these entries. */
export function AuditLink({ filter, children }: { filter: PanelSearch['filter']; children: ReactNode }) {
  return (
    <Link
      to="/adm-panel/"
      search={{ tab: 'audit', filter }}
      preload={false}
      className="rounded-xs text-ink-link underline decoration-info-3 underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  )
}
