import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { useFieldControlProps } from './form.tsx'

export type OneTimeCodeInputProps = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'value' | 'onChange' | 'type' | 'maxLength'
> & {
  value: string
  onChange: (code: string) => void
  /** Called with the last digit: typed, pasted or autofilled. */
  onComplete?: (code: string) => void
}

export const codeLength = 6
const boxes = Array.from({ length: codeLength }, (_, index) => index)

/** A code of six digits. It is one input that looks like six boxes, so that pasting, autofill and screen readers work. */
export function OneTimeCodeInput({ value, onChange, onComplete, ...rest }: OneTimeCodeInputProps) {
  const controlProps = useFieldControlProps()
  const next = Math.min(value.length, codeLength - 1)
  const take = ({ value: text, ownerDocument }: HTMLInputElement) => {
    const code = codeIn(text, value)
    onChange(code)
    if (code.length < codeLength || code === value || !onComplete) return
    swallowHabitualEnter(ownerDocument)
    onComplete(code)
  }
  return (
    <span className="relative isolate block h-[52px] w-[280px] overflow-clip rounded">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        {...controlProps}
        {...rest}
        value={value}
        onChange={(event) => take(event.currentTarget)}
        className="peer absolute inset-y-0 left-0 w-[340px] bg-transparent pl-[calc((40px-1ch)/2)] text-2xl font-strong tabular-nums tracking-[calc(48px-1ch)] read-only:text-ink-muted focus:outline-none"
      />
      {boxes.map((index) => (
        <span
          key={index}
          aria-hidden
          style={{ left: index * 48 }}
          className={classNames(
            'pointer-events-none absolute inset-y-0 -z-10 w-[40px] rounded border border-line-control bg-surface transition-colors peer-read-only:bg-grey-2 peer-aria-invalid:border-mark-error',
            index === next && 'peer-focus:border-2 peer-focus:border-focus',
          )}
        />
      ))}
    </span>
  )
}

const habit = 1000

/**
 * Ignores one Enter after the last digit: people press it by habit, when the code is already sent and the dialog may be
 * closed. Another key or a pointer press ends this.
 */
function swallowHabitualEnter(document: Document): void {
  const over = new AbortController()
  let isTaken = false
  const take = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || (isTaken && !event.repeat)) return over.abort()
    isTaken = true
    event.preventDefault()
    event.stopPropagation()
  }
  const listening = { capture: true, signal: over.signal }
  document.addEventListener('keydown', take, listening)
  document.addEventListener('pointerdown', () => over.abort(), listening)
  setTimeout(() => over.abort(), habit)
}

/** Digits of the input; typing in a full input starts a new code. */
function codeIn(text: string, before: string): string {
  const digits = text.replace(/\D/g, '')
  const isTypedOn = before.length === codeLength && digits.length > codeLength && digits.startsWith(before)
  return (isTypedOn ? digits.slice(codeLength) : digits).slice(0, codeLength)
}
