import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { type Tone, toneMarks } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { useOptimisticChoice } from './use-optimistic-choice.ts'

type ChipAppearance = {
  icon?: IconName | undefined
  /** Tone of the filtered items, shown as a dot. */
  tone?: Tone | undefined
  count?: number | undefined
  /** A cell whose label has several lines. */
  isTile?: boolean | undefined
}

type FilterChipProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'aria-pressed'> &
  ChipAppearance & { pressed: boolean }

/** A toggle button of a filter. */
export function FilterChip({ pressed, icon, tone, count, isTile, children, ...rest }: FilterChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={classNames(
        'relative inline-flex max-w-full items-center gap-xs border px-sm text-sm print:hidden',
        isTile ? 'min-h-[56px] rounded-lg py-xs text-left' : 'min-h-control-sm rounded-full whitespace-nowrap',
        pressed
          ? 'border-grey-10 bg-grey-10 text-ink-inverse hover:bg-grey-9'
          : 'border-line bg-surface text-ink hover:bg-grey-2',
      )}
    >
      {tone && !icon && <span className={classNames('size-[8px] rounded-full', toneMarks[tone])} />}
      {icon && <Icon name={icon} size={16} />}
      <span className={isTile ? 'min-w-0' : 'truncate'}>{children}</span>
      {count !== undefined && (
        <span
          className={classNames(
            'rounded-full px-xxs text-xs tabular-nums',
            pressed ? 'bg-grey-8' : 'bg-surface-sunken text-ink-muted',
          )}
        >
          <VisuallyHidden>, </VisuallyHidden>
          {count}
        </span>
      )}
    </button>
  )
}

type FilterChipsProps<Value extends string> = {
  legend: ReactNode
  /** Shows the legend to screen readers only. */
  legendHidden?: boolean
  options: readonly (ChipAppearance & { value: Value; label: ReactNode })[]
  selected: readonly Value[]
  /** If it returns a promise, the choice is shown until then, whatever `selected` is. */
  onChange: (chosen: Value[]) => unknown
  /** At most one option can be selected. */
  single?: boolean
  /** Pressing the selected option changes nothing: for a choice that is always made. */
  keepsSelected?: boolean
  /** On a phone the chips wrap instead of scrolling: for dialogs. */
  wrap?: boolean
  /** Labels have two lines, and on a phone equal cells share the row: for a few options. */
  tiles?: boolean
  /** Label of a chip that is pressed while nothing is selected. */
  allLabel?: ReactNode
  /** Content after the chips. */
  children?: ReactNode
}

/** Filter options as toggle buttons. On a phone one scrolling row. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const {
    legend,
    legendHidden = false,
    options,
    selected,
    onChange,
    single = false,
    keepsSelected = false,
    wrap = false,
    tiles = false,
    allLabel,
    children,
  } = props
  const [shown, choose] = useOptimisticChoice(selected, (chosen) => onChange([...chosen]))
  const turn = (turned: Value) => {
    if (shown.includes(turned)) {
      if (!keepsSelected) choose(shown.filter((value) => value !== turned))
    } else choose(single ? [turned] : [...shown, turned])
  }
  return (
    <fieldset className="w-full min-w-0 md:w-auto">
      <legend className={legendHidden ? 'sr-only' : 'mb-xxs text-sm font-medium'}>{legend}</legend>
      <div
        className={classNames(
          'gap-xs',
          tiles ? 'grid grid-cols-[repeat(auto-fit,minmax(136px,1fr))] md:flex md:flex-wrap' : 'flex items-center',
          wrap && 'flex-wrap',
          !wrap &&
            !tiles &&
            'md:flex-wrap max-md:-mx-base max-md:overflow-x-auto max-md:px-base max-md:[scrollbar-width:none]',
          legendHidden ? 'max-md:py-half' : 'min-h-control',
        )}
      >
        {allLabel && (
          <FilterChip pressed={shown.length === 0} onClick={() => choose([])}>
            {allLabel}
          </FilterChip>
        )}
        {options.map(({ value, label, ...look }) => (
          <FilterChip key={value} {...look} isTile={tiles} pressed={shown.includes(value)} onClick={() => turn(value)}>
            {label}
          </FilterChip>
        ))}
        {children}
      </div>
    </fieldset>
  )
}

type SelectedFilter = {
  key: string
  label: ReactNode /** Accessible name: what pressing does. */
  removeLabel: string
}

type SelectedFiltersProps = {
  label: string
  filters: readonly SelectedFilter[]
  onRemove: (key: string) => void
  /** Content after the filters, such as a button that clears all. */
  children?: ReactNode
}

/** Selected filters of a list, each with a button that removes it. */
export function SelectedFilters({ label, filters, onRemove, children }: SelectedFiltersProps) {
  return (
    <div
      ref={passFocusUp}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-xs focus-visible:outline-none print:hidden"
    >
      <ul aria-label={label} className="contents">
        {filters.map(({ key, label, removeLabel }) => (
          <li key={key} className="min-w-0">
            <button
              ref={passFocusUp}
              type="button"
              aria-label={removeLabel}
              onClick={() => onRemove(key)}
              className="inline-flex min-h-control-sm max-w-full items-center gap-xxs rounded-full bg-surface-sunken pr-xs pl-sm text-sm text-ink hover:bg-surface-pressed"
            >
              <span className="truncate">{label}</span>
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
