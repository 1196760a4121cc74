import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#src/ui/class-names.ts'

/** A box without text, such as in a table, is pressed beside it too. */
const wideTarget = "before:absolute before:-inset-x-xs before:-inset-y-sm before:content-['']"

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'children'> & {
  hint?: ReactNode
  children: ReactNode
}

export function Checkbox({ hint, children, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={classNames('flex items-start', children !== null && 'gap-xs')}>
      <span className="relative mt-half inline-flex">
        <input
          id={id}
          {...(hint ? { 'aria-describedby': `${id}hint` } : {})}
          {...rest}
          type="checkbox"
          className={classNames(
            'peer size-[20px] appearance-none rounded-sm border border-line-control bg-surface transition-colors checked:border-ink checked:bg-grey-10 hover:border-grey-8 aria-invalid:border-mark-error disabled:border-line disabled:bg-grey-3 forced-colors:appearance-auto',
            children === null && wideTarget,
          )}
        />
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className="pointer-events-none absolute inset-0 hidden fill-none stroke-ink-inverse stroke-2 peer-checked:block peer-disabled:stroke-grey-7 forced-colors:hidden"
        >
          <path d="m5 10.5 3.5 3.5L15 7" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      <div className="min-w-0">
        <label htmlFor={rest.id ?? id}>{children}</label>
        {hint && (
          <p id={`${id}hint`} className="text-sm text-ink-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

type RadioOption<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }

type RadioGroupProps<Value extends string> = {
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
            'flex items-start gap-sm rounded-lg border p-sm',
            choice.value === value ? 'border-grey-10 shadow-[inset_0_0_0_1px] shadow-grey-10' : 'border-line',
            choice.disabled ? 'bg-grey-2 text-ink-disabled' : 'cursor-pointer bg-surface hover:bg-grey-2',
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
