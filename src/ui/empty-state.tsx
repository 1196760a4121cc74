import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { tinted } from './tone.ts'

export type EmptyStateProps = {
  icon: IconName
  /** `success`: nothing is good news. */
  tone?: 'accent' | 'success'
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** Nothing yet: what will be here, and what to do now. */
export function EmptyState({ icon, tone = 'accent', title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-xs px-base py-xxl text-center">
      <span className={classes('mb-xs inline-flex size-[72px] items-center justify-center rounded-full', tinted[tone])}>
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
