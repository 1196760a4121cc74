import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClasses } from './button-look.ts'

export type LinkButtonProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & ButtonLook & { icon?: ReactNode }

/** A link dressed as a button: it goes somewhere. */
export function LinkButton({ variant, size, wide, icon, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClasses({ variant, size, wide })}>
      {icon}
      {children}
    </a>
  )
}
