import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type TrendProps = {
  direction: 'up' | 'down' | 'same'
  /** They say themselves which way it goes: the arrow is for those who only glance. */
  children: ReactNode
}

/** Arrows with a shaft, on a 16 grid: the icons’ arrows have none, and mean that something opens. */
const looks: Record<TrendProps['direction'], readonly [stroke: string, colour: string]> = {
  up: ['M4 12l8-8m-6 0h6v6', 'text-ink-success'],
  down: ['M4 4l8 8m-6 0h6V6', 'text-ink-warning'],
  same: ['M2 8h11M9 4l4 4-4 4', 'text-ink-muted'],
}

/** Which way something goes, against its own past. */
export function Trend({ direction, children }: TrendProps) {
  const [stroke, colour] = looks[direction]
  return (
    <p className={classes('flex items-start gap-xxs text-sm', colour)}>
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        width={16}
        height={16}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="mt-half shrink-0"
      >
        <path d={stroke} />
      </svg>
      <span className="min-w-0">{children}</span>
    </p>
  )
}
