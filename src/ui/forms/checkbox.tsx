import { type ComponentProps, type ReactNode, useId } from 'react'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'children'> & {
  hint?: ReactNode
  children: ReactNode
}

export function Checkbox({ hint, children, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-xs">
      <span className="relative mt-half inline-flex">
        <input
          id={id}
          {...(hint ? { 'aria-describedby': `${id}hint` } : {})}
          {...rest}
          type="checkbox"
          className="peer size-[20px] appearance-none rounded-sm border border-line-control bg-surface transition-colors checked:border-ink checked:bg-grey-10 hover:border-grey-8 aria-invalid:border-mark-error disabled:border-line disabled:bg-grey-3 forced-colors:appearance-auto"
        />
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className="pointer-events-none absolute inset-0 hidden fill-none stroke-white stroke-2 peer-checked:block peer-disabled:stroke-grey-7 forced-colors:hidden"
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
