import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

export type TextLinkProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & {
  /** `quiet` keeps the colour of the text around it: titles of cards and rows. */
  variant?: 'link' | 'quiet'
}

export function TextLink({ variant = 'link', children, ...rest }: TextLinkProps) {
  const look =
    variant === 'link' ? 'text-ink-link underline decoration-info-3 hover:decoration-current' : 'hover:text-ink-link'
  return (
    <a {...rest} className={classes('rounded-xs underline-offset-4 transition-colors', look)}>
      {children}
    </a>
  )
}
