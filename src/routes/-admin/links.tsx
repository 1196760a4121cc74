import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PanelSearch } from '#contract/screen-searches.ts'
import { openedHere } from '#src/routes/-frame/use-address.ts'

type UserLinkProps = {
  id: string
  /** At the first sign that it will be pressed. */
  onIntent?: () => void
  children: ReactNode
}

/** Opens the card of a user over whatever the panel shows. */
export function UserLink({ id, onIntent, children }: UserLinkProps) {
  return (
    <Link
      from="/adm-panel/"
      to="/adm-panel/"
      search={(search) => ({ ...search, user: id, dialog: undefined })}
      state={openedHere}
      resetScroll={false}
      preload={false}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      aria-haspopup="dialog"
      className="rounded-xs underline-offset-4 transition-colors hover:text-ink-link hover:underline"
    >
      {children}
    </Link>
  )
}

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
