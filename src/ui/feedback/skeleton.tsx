import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

/** Placeholder in the shape of the content. Invisible for the first 200 ms, so that a fast response does not flash. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" data-skeleton="" className="animate-fade-in-delayed">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="animate-pulse">
        {children}
      </div>
    </div>
  )
}

const widths = { full: 'w-full', long: 'w-[80%]', half: 'w-[52%]', short: 'w-[28%]' }
const heights = { text: 'h-sm', heading: 'h-lg', control: 'h-control' }

export function SkeletonLine({
  width = 'full',
  height = 'text',
}: {
  width?: keyof typeof widths
  height?: keyof typeof heights
}) {
  return <div className={classNames('my-xxs max-w-full rounded bg-grey-4', widths[width], heights[height])} />
}

export function SkeletonBlock({ size = 'base' }: { size?: 'small' | 'notice' | 'base' | 'large' }) {
  const height = { small: 'h-[72px]', notice: 'h-[82px]', base: 'h-[160px]', large: 'h-[480px]' }[size]
  return <div className={classNames('rounded-lg bg-grey-4', height)} />
}

/** Skeleton of a list of cards. */
export function SkeletonCards({ count = 3 }: { count?: number }) {
  return (
    <div className="flex flex-col gap-base">
      {range(count).map((index) => (
        <div key={index} className="flex flex-col gap-xs rounded-lg border border-line-soft bg-surface p-base md:p-lg">
          <SkeletonLine width="half" height="heading" />
          <SkeletonLine width="long" />
          <SkeletonLine width="short" />
        </div>
      ))}
    </div>
  )
}

export function SkeletonTable({ rows = 5, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div className="rounded-lg border border-line-soft bg-surface px-base md:px-lg">
      {range(rows).map((row) => (
        <div key={row} className="flex gap-lg border-b border-line-soft py-base last:border-b-0">
          {range(columns).map((column) => (
            <SkeletonLine key={column} width={column === 0 ? 'full' : 'half'} />
          ))}
        </div>
      ))}
    </div>
  )
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Skeleton of a grid of cards. */
export function SkeletonTiles() {
  return (
    <div className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
      <SkeletonBlock />
      <SkeletonBlock />
      <SkeletonBlock />
    </div>
  )
}

/** Visible only after 200 ms, so that a fast response does not flash. The text next to it says what is running. */
export function Spinner() {
  return (
    <span className="inline-flex shrink-0 animate-fade-in-delayed">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        className="animate-spin"
      >
        <circle cx="10" cy="10" r="7.5" opacity="0.25" />
        <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" strokeLinecap="round" />
      </svg>
    </span>
  )
}
