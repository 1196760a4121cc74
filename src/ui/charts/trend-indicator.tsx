import type { ReactNode } from 'react'

export type TrendIndicatorProps = {
  direction: 'up' | 'down' | 'same'
  /** The text names the direction: the arrow is decoration. */
  children: ReactNode
}

/** Arrows with a shaft on a 16 px grid; the arrows of `Icon` mean that something opens. */
const strokes: Record<TrendIndicatorProps['direction'], string> = {
  up: 'M4 12l8-8m-6 0h6v6',
  down: 'M4 4l8 8m-6 0h6V6',
  same: 'M2 8h11M9 4l4 4-4 4',
}

/** Direction of a value compared with its past. */
export function TrendIndicator({ direction, children }: TrendIndicatorProps) {
  return (
    <p className="flex items-start gap-xxs text-sm text-ink-muted">
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
        <path d={strokes[direction]} />
      </svg>
      <span className="min-w-0">{children}</span>
    </p>
  )
}
