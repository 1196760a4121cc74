import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { openedHere } from './use-address.ts'

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
