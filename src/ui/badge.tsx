import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { type Tone, tinted } from './tone.ts'

export type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode }

/** A status: words in a tone, with an icon where the tone alone would carry the meaning. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex max-w-full items-center gap-xxs rounded-sm px-xs py-half text-sm font-medium forced-colors:border',
        tinted[tone],
      )}
    >
      {icon}
      <span className="min-w-0">{children}</span>
    </span>
  )
}
