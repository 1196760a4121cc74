import { useId } from 'react'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

export type SegmentOption<Value extends string> = {
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
  return (
    <fieldset className="inline-flex max-w-full min-w-0 rounded bg-grey-4 p-half max-md:flex print:hidden">
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      {options.map((segment) => (
        <label
          key={segment.value}
          className="flex min-h-[36px] min-w-0 flex-auto cursor-pointer items-center justify-center gap-xs rounded-sm px-sm text-sm font-medium whitespace-nowrap text-ink-muted transition-colors select-none hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus forced-colors:has-checked:outline-1"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="sr-only"
          />
          <span lang={segment.lang} className="truncate">
            {segment.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
