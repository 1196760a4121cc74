import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { type Tone, toneSurfaces } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode }

/** A status: text in a tone, with an icon where the tone has a meaning of its own. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-xxs rounded-sm px-xs py-half text-sm font-medium forced-colors:border',
        toneSurfaces[tone],
      )}
    >
      {icon}
      <span className="min-w-0">{children}</span>
    </span>
  )
}

/** Placeholder of a missing value: a dash, and a text for screen readers. */
export function NoValue({ children }: { children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="font-normal text-ink-muted">
        —
      </span>
      <VisuallyHidden>{children}</VisuallyHidden>
    </>
  )
}

const tileSizes = {
  small: ['size-control', 'text-base leading-none font-strong'],
  base: ['size-[48px] md:size-[64px]', 'text-xl font-strong md:text-2xl'],
} as const

/** A day (YYYY-MM-DD): its number above the weekday. */
export function DateTile({
  day,
  weekday,
  size = 'base',
}: {
  day: string
  weekday: string
  size?: keyof typeof tileSizes
}) {
  const [box, number] = tileSizes[size]
  return (
    <time
      dateTime={day}
      className={`flex shrink-0 flex-col items-center justify-center rounded-lg bg-surface-sunken text-ink forced-colors:border ${box}`}
    >
      <span className={number}>{Number(day.slice(8))}</span>
      <span className="text-xs">{weekday}</span>
    </time>
  )
}
