import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Icon, type IconName } from './icon.tsx'

export type EmptyStateProps = { icon: IconName; title: ReactNode; children?: ReactNode; action?: ReactNode }

/** Nothing yet: what will be here, and what to do now. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-xs px-base py-xxl text-center">
      <span className="mb-xs inline-flex size-[72px] items-center justify-center rounded-full bg-surface-accent text-ink-accent">
        <Icon name={icon} size={32} />
      </span>
      <p className="text-lg font-strong">{title}</p>
      {children && <div className="max-w-narrow text-balance text-ink-muted">{children}</div>}
      {action && <div className="mt-base">{action}</div>}
    </div>
  )
}

export type NothingFitsProps = {
  icon?: IconName
  title: ReactNode
  /** Words of the way back to everything. */
  allLabel: ReactNode
  onShowAll: () => void
  children: ReactNode
}

/** There is something, but the filters let none of it through. */
export function NothingFits({ icon = 'filter', title, allLabel, onShowAll, children }: NothingFitsProps) {
  return (
    <Card>
      <EmptyState icon={icon} title={title} action={<Button onClick={onShowAll}>{allLabel}</Button>}>
        {children}
      </EmptyState>
    </Card>
  )
}
