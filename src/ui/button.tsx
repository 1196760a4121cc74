import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClasses } from './button-look.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style'> &
  ButtonLook & {
    icon?: ReactNode
    /** Under way: keeps its width and its focus, and takes no second click. */
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
      className={buttonClasses({ variant, size, wide })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
