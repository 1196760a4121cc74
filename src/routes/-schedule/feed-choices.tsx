import { type ReactNode, useId } from 'react'
import { Checkbox } from '#src/ui/checkbox.tsx'

type ChoicesProps<Value extends string> = {
  legend: ReactNode
  options: readonly { value: Value; label: ReactNode }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  /** What to say while nothing is chosen. */
  missing: ReactNode
}

/** Several of several, at least one. */
export function Choices<Value extends string>({ legend, options, chosen, onChange, missing }: ChoicesProps<Value>) {
  const id = useId()
  const isMissing = chosen.length === 0
  return (
    <fieldset className="min-w-0" aria-describedby={isMissing ? id : undefined}>
      <legend className="mb-xs text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-lg gap-y-xs">
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                options
                  .map((option) => option.value)
                  .filter((each) => (each === value ? checked : chosen.includes(each))),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
      <p id={id} aria-live="polite" className="mt-xs text-sm text-ink-error empty:hidden">
        {isMissing && missing}
      </p>
    </fieldset>
  )
}
