import type { ComponentProps, ReactNode } from 'react'
import { type ButtonVariants, buttonClassNames } from './button-styles.ts'

export type LinkButtonProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & ButtonVariants & { icon?: ReactNode }

/** A link that looks like a button. */
export function LinkButton({ variant, size, wide, icon, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClassNames({ variant, size, wide })}>
      {icon}
      {children}
    </a>
  )
}
