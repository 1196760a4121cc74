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

/** A day (YYYY-MM-DD): its number above the weekday. */
export function DateTile({ day, weekday }: { day: string; weekday: string }) {
  return (
    <time
      dateTime={day}
      className="flex size-[48px] shrink-0 flex-col items-center justify-center rounded-lg bg-surface-sunken text-ink md:size-[64px] forced-colors:border"
    >
      <span className="text-xl font-strong md:text-2xl">{Number(day.slice(8))}</span>
      <span className="text-xs">{weekday}</span>
    </time>
  )
}
