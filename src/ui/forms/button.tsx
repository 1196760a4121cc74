import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { type ButtonVariants, buttonClassNames } from './button-styles.ts'

export type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style'> &
  ButtonVariants & {
    icon?: ReactNode
    /** The action is running: keeps its focus and ignores clicks. */
    busy?: boolean
  }

export function Button({ variant, size, wide, icon, busy = false, disabled, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClassNames({ variant, size, wide })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
