import { type ReactNode, useId } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type RadioOption<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }

export type RadioGroupProps<Value extends string> = {
  legend: ReactNode
  options: readonly RadioOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
}

/** Radio buttons with hints. */
export function RadioGroup<Value extends string>({ legend, options, value, onChange }: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-xs">
      <legend className="mb-xs text-sm font-medium">{legend}</legend>
      {options.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            'flex items-start gap-sm rounded-lg border p-sm transition-colors',
            'has-checked:border-grey-10 has-checked:shadow-[inset_0_0_0_1px] has-checked:shadow-grey-10',
            choice.disabled
              ? 'border-line bg-grey-2 text-ink-disabled'
              : 'cursor-pointer border-line bg-surface hover:bg-grey-2',
          )}
        >
          <input
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
            aria-describedby={choice.hint ? `${id}${choice.value}` : undefined}
            className="mt-half size-[20px] shrink-0 appearance-none rounded-full border border-line-control bg-surface checked:border-[6px] checked:border-grey-10 disabled:border-line forced-colors:appearance-auto"
          />
          <span className="min-w-0">
            {choice.label}
            {choice.hint && (
              <span id={`${id}${choice.value}`} className="block text-sm text-ink-muted">
                {choice.hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
