import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { type Tone, toneSurfaces } from '#src/ui/tone.ts'

export type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode }

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
