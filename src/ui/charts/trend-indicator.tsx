import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type TrendIndicatorProps = {
  direction: 'up' | 'down' | 'same'
  /** The text names the direction: the arrow is decoration. */
  children: ReactNode
}

/** Arrows with a shaft on a 16 px grid; the arrows of `Icon` mean that something opens. */
const looks: Record<TrendIndicatorProps['direction'], readonly [stroke: string, colour: string]> = {
  up: ['M4 12l8-8m-6 0h6v6', 'text-ink-success'],
  down: ['M4 4l8 8m-6 0h6V6', 'text-ink-warning'],
  same: ['M2 8h11M9 4l4 4-4 4', 'text-ink-muted'],
}

/** Direction of a value compared with its past. */
export function TrendIndicator({ direction, children }: TrendIndicatorProps) {
  const [stroke, colour] = looks[direction]
  return (
    <p className={classNames('flex items-start gap-xxs text-sm', colour)}>
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
