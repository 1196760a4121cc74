import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { CodeContext } from '#src/machines/one-time-code.ts'
import { ProblemMessage } from '#src/routes/-shell/query/error-message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { codeLength, OneTimeCodeInput } from '#src/ui/forms/one-time-code-input.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { CodeErrorMessage, WaitTime } from './code-error.tsx'

type CodeFormProps = {
  /** Connects the form with the button in the footer of the dialog. */
  id: string
  known: CodeContext
  /** A code can be entered now. */
  open: boolean
  /** A code is being sent. */
  sending: boolean
  /** Where the code was sent. */
  hint: ReactNode
  onSubmit: (code: string) => void
  onResend: () => void
  /** Additional action. */
  aside?: ReactNode
}

/** Field of a one-time code with its error and the resend button. */
export function CodeForm({ id, known, open, sending, hint, onSubmit, onResend, aside }: CodeFormProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  // The timer shows this error visually; screen readers get it from the status region.
  const isTooSoon = known.refusal?.type === 'code-too-soon'
  const refusal = isTooSoon ? null : known.refusal
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShort(code.length < codeLength)
    if (code.length === codeLength) onSubmit(code)
  }
  const change = (next: string) => {
    setShort(false)
    setCode(next)
  }
  const resend = () => {
    setCode('')
    input.current?.focus()
    onResend()
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col items-start gap-base">
      <Field
        label={t`Код подтверждения`}
        hint={hint}
        error={isShort ? t`Введите все 6 цифр.` : refusal && <CodeErrorMessage refusal={refusal} />}
      >
        {/* It takes the place of the field before it, and the focus with it. */}
        <OneTimeCodeInput ref={input} autoFocus value={code} readOnly={!open} onChange={change} onComplete={onSubmit} />
      </Field>
      <div role="status">
        <VisuallyHidden>{isTooSoon && <ProblemMessage type="code-too-soon" />}</VisuallyHidden>
      </div>
      <div className="flex flex-wrap items-center gap-xs">
        {known.code !== 'none' && <Resend pause={known.pause} busy={sending} onResend={resend} />}
        {aside}
      </div>
    </form>
  )
}

function Resend({ pause, busy, onResend }: { pause: number; busy: boolean; onResend: () => void }) {
  if (pause > 0) {
    return (
      <p role="timer" className="text-sm text-ink-muted">
        <Trans>
          Новый код можно запросить через <WaitTime seconds={pause} />
        </Trans>
      </p>
    )
  }
  return (
    <Button size="small" busy={busy} onClick={onResend}>
      <Trans>Отправить новый код</Trans>
    </Button>
  )
}
