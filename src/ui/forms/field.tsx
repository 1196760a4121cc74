import { createContext, type ReactNode, use, useId, useMemo } from 'react'
import { Icon } from '#src/ui/icon.tsx'

export type FieldProps = {
  label: ReactNode
  /** Text between label and control. */
  hint?: ReactNode
  /** Error of the control, which is then marked invalid. */
  error?: ReactNode
  /** Note at the label, such as «необязательно». */
  mark?: ReactNode
  /** A control that uses `useFieldControlProps`. */
  children: ReactNode
}

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

const FieldContext = createContext<ControlProps | null>(null)

/** A control with its label, hint and error. */
export function Field({ label, hint, error, mark, children }: FieldProps) {
  const id = useId()
  const [hasHint, hasError] = [Boolean(hint), Boolean(error)]
  const wiring = useMemo(() => {
    const described = [hasHint && `${id}hint`, hasError && `${id}error`].filter(Boolean).join(' ')
    return { id, 'aria-describedby': described || undefined, 'aria-invalid': hasError || undefined } as const
  }, [id, hasHint, hasError])
  return (
    <div className="flex min-w-0 flex-col gap-xxs">
      <label htmlFor={id} className="flex flex-wrap items-baseline gap-x-xs text-sm font-medium">
        {label}
        {mark && <span className="font-normal text-ink-muted">{mark}</span>}
      </label>
      {hint && (
        <p id={`${id}hint`} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
      <FieldContext value={wiring}>{children}</FieldContext>
      <p id={`${id}error`} aria-live="polite" className="flex gap-xxs text-sm text-ink-error empty:hidden">
        {error && (
          <>
            <span className="mt-half">
              <Icon name="warning" size={16} />
            </span>
            <span className="min-w-0">{error}</span>
          </>
        )}
      </p>
    </div>
  )
}

/** Props that connect a control with its `Field`; empty outside of one. */
export function useFieldControlProps() {
  return use(FieldContext) ?? {}
}
