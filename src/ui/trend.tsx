import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export type TrendProps = {
  direction: 'up' | 'down' | 'same'
  /** They say themselves which way it goes: the arrow is for those who only glance. */
  children: ReactNode
}

const looks: Record<TrendProps['direction'], readonly [IconName, string]> = {
  up: ['arrow-up', 'text-ink-success'],
  down: ['arrow-down', 'text-ink-warning'],
  same: ['arrow-right', 'text-ink-muted'],
}

/** Which way something goes, against its own past. */
export function Trend({ direction, children }: TrendProps) {
  const [icon, colour] = looks[direction]
  return (
    <p className={classes('flex items-start gap-xxs text-sm', colour)}>
      <span className="mt-half">
        <Icon name={icon} size={16} />
      </span>
      <span className="min-w-0">{children}</span>
    </p>
  )
}
