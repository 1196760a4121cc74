import type { ReactNode } from 'react'
import { Spinner } from '#src/ui/spinner.tsx'

type ShortLineProps = { title: string; busy?: boolean; actions?: ReactNode; children?: ReactNode }

/** A page of one line that says what is happening, and what to do if it hangs. */
export function ShortLine({ title, busy = false, actions, children }: ShortLineProps) {
  return (
    <div className="flex max-w-narrow flex-col items-center gap-base text-center">
      {busy && <Spinner />}
      <h1 className="text-xl">{title}</h1>
      <p role="status" className="text-ink-muted">
        {children}
      </p>
      {actions && <div className="flex flex-wrap justify-center gap-xs">{actions}</div>}
    </div>
  )
}
