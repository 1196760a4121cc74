import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type TextLinkProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & {
  /** `quiet` inherits the colour: for titles of cards and rows. */
  variant?: 'link' | 'quiet'
}

export function TextLink({ variant = 'link', children, ...rest }: TextLinkProps) {
  const look =
    variant === 'link' ? 'text-ink-link underline decoration-info-3 hover:decoration-current' : 'hover:text-ink-link'
  return (
    <a {...rest} className={classNames('rounded-xs underline-offset-4 transition-colors', look)}>
      {children}
    </a>
  )
}
