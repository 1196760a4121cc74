import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { solid, type Tone } from './tone.ts'

export type FilterChipProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'aria-pressed'> & {
  pressed: boolean
  icon?: IconName
  /** A dot in the colour that the filtered things wear. */
  tone?: Tone
  count?: number
}

/** A filter that is on or off. */
export function FilterChip({ pressed, icon, tone, count, children, ...rest }: FilterChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={classes(
        'inline-flex min-h-control-sm items-center gap-xs rounded-full border px-sm text-sm whitespace-nowrap transition-colors print:hidden',
        pressed
          ? 'border-grey-10 bg-grey-10 text-ink-inverse hover:bg-grey-9'
          : 'border-line bg-surface text-ink hover:bg-grey-2',
      )}
    >
      {tone && !icon && <span className={classes('size-[8px] rounded-full', solid[tone])} />}
      {icon && <Icon name={icon} size={16} />}
      {children}
      {count !== undefined && (
        <span className={classes('tabular-nums', pressed ? 'opacity-80' : 'text-ink-muted')}>{count}</span>
      )}
    </button>
  )
}

/** Chips under a name. On a phone they are one row that scrolls to the edges of the screen. */
export function FilterChips({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="w-full min-w-0 md:w-auto">
      <legend className="mb-xxs text-sm font-medium">{legend}</legend>
      <div className="flex gap-xs md:flex-wrap max-md:-mx-base max-md:overflow-x-auto max-md:px-base max-md:py-xxs max-md:[scrollbar-width:none]">
        {children}
      </div>
    </fieldset>
  )
}
