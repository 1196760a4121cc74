import { createContext, type ReactNode, use, useId, useMemo } from 'react'
import { Icon } from './icon.tsx'

export type FieldProps = {
  label: ReactNode
  /** Stands between label and control. */
  hint?: ReactNode
  /** What is wrong and how to put it right; the control is then marked invalid. */
  error?: ReactNode
  /** Word at the label, such as «необязательно». */
  mark?: ReactNode
  /** One control of ours: it finds its label, hint and error by itself. */
  children: ReactNode
}

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

const FieldContext = createContext<Wiring | null>(null)

/** A label over a control, with its hint and its error. */
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

/** What a control inside a Field wears; outside of one it is nothing. */
export function useFieldWiring() {
  return use(FieldContext) ?? {}
}
