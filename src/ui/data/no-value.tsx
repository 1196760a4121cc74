import type { ReactNode } from 'react'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** Placeholder of a missing value: a dash, and a text for screen readers. */
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
