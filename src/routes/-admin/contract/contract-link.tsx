import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { openedHere } from '#src/routes/-query/use-screen-search.ts'

/** Opens the card of a contract over the current tab of the panel, in place of the card of a user. */
export function ContractLink({ uuid, number }: { uuid: string; number: ReactNode }) {
  return (
    <Link
      from="/adm-panel/"
      to="/adm-panel/"
      search={(search) => ({ ...search, contract: uuid, user: undefined, dialog: undefined })}
      state={openedHere}
      resetScroll={false}
      preload={false}
      aria-haspopup="dialog"
      className="inline-flex min-h-lg items-center rounded-xs underline-offset-4 hover:text-ink-link hover:underline"
    >
      {number}
    </Link>
  )
}
