import { useId } from 'react'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { useOptimisticChoice } from './use-optimistic-choice.ts'

type SegmentOption<Value extends string> = {
  value: Value
  label: string
  /** Language of the label, if it differs from that of the page (WCAG 3.1.2). */
  lang?: string
}

export type SegmentedControlProps<Value extends string> = {
  /** Accessible name. */
  legend: string
  options: readonly SegmentOption<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Two to four options, one of them selected. */
export function SegmentedControl<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  const [shown, choose] = useOptimisticChoice(value, onChange)
  return (
    <fieldset className="inline-flex max-w-full min-w-0 rounded bg-grey-4 p-half max-md:flex print:hidden">
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      {options.map((segment) => (
        <label
          key={segment.value}
          className="flex min-h-[calc(var(--control)-4px)] min-w-0 flex-auto cursor-pointer text-sm font-medium text-ink-muted select-none hover:text-ink"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === shown}
            onChange={() => choose(segment.value)}
            className="peer sr-only"
          />
          <span className="flex min-w-0 flex-auto items-center justify-center rounded-sm px-sm transition-colors max-md:px-xxs peer-checked:bg-surface-chosen peer-checked:text-ink peer-checked:shadow-control peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-focus forced-colors:peer-checked:outline-1">
            <span lang={segment.lang} className="truncate">
              {segment.label}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
