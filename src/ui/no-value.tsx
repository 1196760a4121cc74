import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Where a value would stand: a dash for those who look, words for those who listen. */
export function NoValue({ children }: { children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="font-normal text-ink-muted">
        —
      </span>
      <VisuallyHidden>{children}</VisuallyHidden>
    </>
  )
}
