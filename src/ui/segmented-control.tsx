import { useId } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Segment<Value extends string> = {
  value: Value
  label: string
  icon?: IconName
  /** Where the label is not of the page’s language (WCAG 3.1.2). */
  lang?: string
}

export type SegmentedControlProps<Value extends string> = {
  /** What is chosen here; heard, not seen. */
  legend: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Two to four views of one thing, the chosen one raised. */
export function SegmentedControl<Value extends string>({
  legend,
  segments,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex max-w-full min-w-0 rounded bg-grey-4 p-half max-md:flex print:hidden">
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      {segments.map((segment) => (
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
          {segment.icon && <Icon name={segment.icon} size={16} />}
          <span lang={segment.lang} className="truncate">
            {segment.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
