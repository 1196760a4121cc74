import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { openedHere } from '#src/routes/-shell/shell/use-screen-search.ts'

type UserLinkProps = {
  id: string
  /** Called on hover and focus. */
  onIntent?: () => void
  children: ReactNode
}

/** Opens the card of a user over the current tab of the panel. */
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
