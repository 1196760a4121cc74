import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type TextLinkProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & {
  /** `quiet` inherits the colour: for titles of cards and rows. */
  variant?: 'link' | 'quiet'
  /** At least 24 px high: another target is right above or below. */
  isTall?: boolean
}

/** Classes of a link that covers its card. The card is `relative`. */
export const stretchedLink =
  'rounded-xs after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'

export function TextLink({ variant = 'link', isTall = false, children, ...rest }: TextLinkProps) {
  const look =
    variant === 'link' ? 'text-ink-link underline decoration-info-3 hover:decoration-current' : 'hover:text-ink-link'
  return (
    <a {...rest} className={classNames('rounded-xs underline-offset-4', look, isTall && 'inline-block py-xxs')}>
      {children}
    </a>
  )
}
