import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Icon } from '#src/ui/icon.tsx'

type FieldProps = {
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
  const controlProps = useMemo(() => {
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
      <FieldContext value={controlProps}>{children}</FieldContext>
      <FieldError id={`${id}error`}>{error}</FieldError>
    </div>
  )
}

/** The error of a field; screen readers announce it when it appears. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} aria-live="polite" className="flex gap-xxs text-sm text-ink-error empty:hidden">
      {children && (
        <>
          <span className="mt-half">
            <Icon name="warning" size={16} />
          </span>
          <span className="min-w-0">{children}</span>
        </>
      )}
    </p>
  )
}

/** Props that connect a control with its `Field`; empty outside of one. */
export function useFieldControlProps() {
  return use(FieldContext) ?? {}
}

export type FormProps = Omit<ComponentProps<'form'>, 'className' | 'style' | 'noValidate'>

/** A form that moves the focus to the first invalid field, also when the server reports the error later. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isValidated = useRef(false)
  // The same error twice causes no render by itself.
  const [, setTries] = useState(0)
  useEffect(() => {
    const wrong = isValidated.current && form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!wrong) return
    isValidated.current = false
    wrong.focus()
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    isValidated.current = true
    setTries((tries) => tries + 1)
    onSubmit?.(event)
  }
  const type = () => {
    isValidated.current = false
  }
  return (
    <form {...rest} ref={form} noValidate onSubmit={submit} onInput={type} className="flex flex-col gap-base">
      {children}
    </form>
  )
}
