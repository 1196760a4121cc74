import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { Illustration } from '#src/ui/illustration.tsx'
import { Card } from '#src/ui/layout/card.tsx'

export type EmptyStateProps = {
  icon: IconName
  /** `success`: for empty lists that are good news. */
  tone?: 'accent' | 'success'
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** Placeholder of an empty list: what will be here and what to do now. */
export function EmptyState({ icon, tone = 'accent', title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-xs px-base py-xl text-center">
      <Illustration icon={icon} tone={tone} />
      <p className="text-lg font-strong">{title}</p>
      {children && <div className="max-w-narrow text-balance text-ink-muted">{children}</div>}
      {action && <div className="mt-base">{action}</div>}
    </div>
  )
}

/** An empty state on a card of its own. */
export function EmptyCard(props: EmptyStateProps) {
  return (
    <Card>
      <EmptyState {...props} />
    </Card>
  )
}

export type NoMatchesProps = {
  icon?: IconName
  title: ReactNode
  /** Label of the button that resets the filters. */
  resetLabel: ReactNode
  onReset: () => void
  children: ReactNode
}

/** Placeholder of a list without matches of its filters. */
export function NoMatches({ icon = 'filter', title, resetLabel, onReset, children }: NoMatchesProps) {
  return (
    <EmptyCard icon={icon} title={title} action={<Button onClick={onReset}>{resetLabel}</Button>}>
      {children}
    </EmptyCard>
  )
}
