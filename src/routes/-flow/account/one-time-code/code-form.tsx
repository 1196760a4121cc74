import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { CodeContext, CodeError } from '#src/machines/one-time-code.ts'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { codeLength, OneTimeCodeInput } from '#src/ui/forms/one-time-code-input.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

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

const hour = 3600

/** Why no code can be entered, and when to retry. */
export function CodeUnavailable({ refusal }: { refusal: CodeError }) {
  return (
    <Notice tone="error" role="alert" title={<CodeErrorMessage refusal={refusal} />}>
      {refusal.retryAfter !== null && (
        <Trans>
          Снова можно будет через <WaitTime seconds={refusal.retryAfter} />
        </Trans>
      )}
    </Notice>
  )
}

/** Error of a code and the tries left. */
export function CodeErrorMessage({ refusal: { type, triesLeft } }: { refusal: CodeError }) {
  if (type !== 'code-wrong' || triesLeft === null) return <ProblemMessage type={type} />
  return (
    <Trans>
      Код не подошёл.{' '}
      <Plural
        value={triesLeft}
        one="Осталась # попытка."
        few="Осталось # попытки."
        many="Осталось # попыток."
        other="Осталось # попытки."
      />
    </Trans>
  )
}

/** Waiting time: minutes and seconds, or whole hours for long waits. */
function WaitTime({ seconds }: { seconds: number }) {
  if (seconds >= hour) {
    const hours = Math.ceil(seconds / hour)
    return <Plural value={hours} one="# час" few="# часа" many="# часов" other="# часа" />
  }
  return (
    <span className="tabular-nums">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
