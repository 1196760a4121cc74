import { useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { useOptimisticChoice } from './use-optimistic-choice.ts'

type FilterColumnProps = {
  legend: string
  options: readonly { value: string; label: string; count: number; icon?: IconName | undefined }[]
  selected: readonly string[]
  onChange: (chosen: string[]) => void
  /** Shows the values instead of the labels, in cells: for numbers. */
  isGrid?: boolean
  /** Label of the button that shows all options, by the number of hidden ones. */
  moreLabel: (count: number) => string
}

/** Number of options shown at first. */
const room = 8

/** Filter options in a column beside a list, with their counts at the right. */
export function FilterColumn({ legend, options, selected, onChange, isGrid, moreLabel }: FilterColumnProps) {
  const [isWhole, setWhole] = useState(options.length <= room + 1)
  const [shown, choose] = useOptimisticChoice(selected, (chosen) => onChange([...chosen]))
  const visible = options.filter(({ value }, index) => isWhole || isGrid || index < room || selected.includes(value))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-xs text-sm font-medium">{legend}</legend>
      <div className={isGrid ? 'grid grid-cols-6 gap-xxs' : '-mx-xs flex flex-col'}>
        {visible.map(({ value, label, count, icon }) => {
          const pressed = shown.includes(value)
          return (
            <button
              key={value}
              type="button"
              aria-pressed={pressed}
              onClick={() => choose(pressed ? shown.filter((one) => one !== value) : [...shown, value])}
              className={classNames(
                'flex min-h-control-sm items-center rounded-sm text-sm',
                isGrid ? 'justify-center border' : 'gap-xs px-xs text-left',
                isGrid && pressed && 'border-grey-10 bg-grey-10 text-ink-inverse hover:bg-grey-9',
                isGrid && !pressed && 'border-line bg-surface',
                !(isGrid && pressed) && 'hover:bg-surface-hover',
              )}
            >
              {!isGrid && (
                <span
                  className={classNames(
                    'inline-flex size-[18px] shrink-0 items-center justify-center rounded-sm border',
                    pressed ? 'border-grey-10 bg-grey-10 text-ink-inverse' : 'border-line-control bg-surface',
                  )}
                >
                  {pressed && <Icon name="check" size={16} />}
                </span>
              )}
              {icon && <Icon name={icon} size={16} />}
              {isGrid && <span aria-hidden="true">{value}</span>}
              <span className={isGrid ? 'sr-only' : 'min-w-0'}>{label}</span>
              <VisuallyHidden>, </VisuallyHidden>
              <span className={isGrid ? 'sr-only' : 'ml-auto text-xs text-ink-muted tabular-nums'}>{count}</span>
            </button>
          )
        })}
        {visible.length < options.length && (
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="flex min-h-control-sm items-center rounded-sm px-xs text-sm text-ink-link hover:bg-surface-hover"
          >
            {moreLabel(options.length - visible.length)}
          </button>
        )}
      </div>
    </fieldset>
  )
}
