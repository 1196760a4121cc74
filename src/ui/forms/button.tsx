import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Spinner } from '#src/ui/feedback/skeleton.tsx'

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
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClassNames({ variant, size, wide })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

type ButtonVariants = {
  /** At most one `primary` per view. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'base' | 'small' | undefined
  wide?: boolean | undefined
}

const variants = {
  primary: 'bg-primary text-ink-action hover:bg-action-hover active:bg-action-pressed',
  secondary: 'bg-surface text-ink border border-line shadow-control hover:bg-grey-2 active:bg-grey-3',
  quiet: 'text-ink hover:bg-surface-hover active:bg-surface-pressed',
  danger: 'bg-surface text-ink-error border border-error-3 hover:bg-surface-error active:bg-error-2',
}

const sizes = { base: 'min-h-control px-base py-xs text-base', small: 'min-h-control-sm px-sm py-xxs text-sm' }

/** Styles of buttons and of links that look like buttons. */
function buttonClassNames({ variant = 'secondary', size = 'base', wide = false }: ButtonVariants) {
  return classNames(
    'inline-flex items-center justify-center gap-xs rounded text-center font-medium select-none',
    'disabled:bg-grey-3 disabled:text-ink-disabled disabled:border-transparent disabled:shadow-none',
    'aria-disabled:cursor-default print:hidden forced-colors:border',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  )
}

type LinkButtonProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & ButtonVariants & { icon?: ReactNode }

/** A link that looks like a button. */
export function LinkButton({ variant, size, wide, icon, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClassNames({ variant, size, wide })}>
      {icon}
      {children}
    </a>
  )
}
