import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { solid, type Tone } from './tone.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

type ChipLook = {
  icon?: IconName | undefined
  /** A dot in the colour that the filtered things wear. */
  tone?: Tone | undefined
  count?: number | undefined
}

export type FilterChipProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'aria-pressed'> &
  ChipLook & { pressed: boolean }

/** A filter that is on or off. */
export function FilterChip({ pressed, icon, tone, count, children, ...rest }: FilterChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={classes(
        'relative inline-flex min-h-control-sm items-center gap-xs rounded-full border px-sm text-sm whitespace-nowrap transition-colors print:hidden',
        pressed
          ? 'border-grey-10 bg-grey-10 text-ink-inverse hover:bg-grey-9'
          : 'border-line bg-surface text-ink hover:bg-grey-2',
      )}
    >
      {tone && !icon && <span className={classes('size-[8px] rounded-full', solid[tone])} />}
      {icon && <Icon name={icon} size={16} />}
      {children}
      {count !== undefined && (
        <span className={classes('tabular-nums', pressed ? 'opacity-80' : 'text-ink-muted')}>
          <VisuallyHidden>, </VisuallyHidden>
          {count}
        </span>
      )}
    </button>
  )
}

export type FilterChipsProps<Value extends string> = {
  legend: ReactNode
  /** Where the chips say themselves what they are about: heard, not seen. */
  legendHidden?: boolean
  options: readonly (ChipLook & { value: Value; label: ReactNode })[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  /** A second choice takes the place of the first. */
  atMostOne?: boolean
  /** On a phone the chips follow each other in lines: for a dialog, which has the room. */
  wraps?: boolean
  /** Words of a chip that is on while nothing is chosen. */
  none?: ReactNode
  /** Stands after the chips. */
  children?: ReactNode
}

/** Chips under a name, each turned off by a second press. On a phone one row that scrolls to the edges of the screen. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const {
    legend,
    legendHidden = false,
    options,
    chosen,
    onChange,
    atMostOne = false,
    wraps = false,
    none,
    children,
  } = props
  const turn = (turned: Value) => {
    if (chosen.includes(turned)) onChange(chosen.filter((value) => value !== turned))
    else onChange(atMostOne ? [turned] : [...chosen, turned])
  }
  return (
    <fieldset className="w-full min-w-0 md:w-auto">
      <legend className={legendHidden ? 'sr-only' : 'mb-xxs text-sm font-medium'}>{legend}</legend>
      <div
        className={classes(
          'flex items-center gap-xs',
          wraps
            ? 'flex-wrap'
            : 'md:flex-wrap max-md:-mx-base max-md:overflow-x-auto max-md:px-base max-md:[scrollbar-width:none]',
          legendHidden ? 'max-md:py-half' : 'min-h-control',
        )}
      >
        {none && (
          <FilterChip pressed={chosen.length === 0} onClick={() => onChange([])}>
            {none}
          </FilterChip>
        )}
        {options.map(({ value, label, ...look }) => (
          <FilterChip key={value} {...look} pressed={chosen.includes(value)} onClick={() => turn(value)}>
            {label}
          </FilterChip>
        ))}
        {children}
      </div>
    </fieldset>
  )
}
