import type { ReactNode } from 'react'
import { Spinner } from '#src/ui/feedback/skeleton.tsx'
import { pageTitleClasses } from '#src/ui/layout/page-heading.tsx'

type StatusPageProps = { title: string; busy?: boolean; actions?: ReactNode; children?: ReactNode }

/** A page with one status line and actions. */
export function StatusPage({ title, busy = false, actions, children }: StatusPageProps) {
  return (
    <div className="flex max-w-narrow flex-col items-center gap-base text-center">
      {busy && <Spinner />}
      <h1 className={pageTitleClasses}>{title}</h1>
      <p role="status" className="text-ink-muted">
        {children}
      </p>
      {actions && <div className="flex flex-wrap justify-center gap-xs">{actions}</div>}
    </div>
  )
}
