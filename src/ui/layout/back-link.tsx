import type { ComponentProps } from 'react'
import { Icon } from '#src/ui/icon.tsx'

const classes =
  '-ml-xxs inline-flex min-h-control items-center gap-xxs rounded text-sm text-ink-link underline-offset-4 hover:underline md:min-h-[32px]'

/** The way to the page above this one. */
export function BackAnchor({ children, ...rest }: Omit<ComponentProps<'a'>, 'className' | 'style'>) {
  return (
    <a {...rest} className={classes}>
      <Icon name="arrow-left" size={16} />
      {children}
    </a>
  )
}

/** The same from an opened item to its list. */
export function BackButton({ children, ...rest }: Omit<ComponentProps<'button'>, 'className' | 'style' | 'type'>) {
  return (
    <button {...rest} type="button" className={classes}>
      <Icon name="arrow-left" size={16} />
      {children}
    </button>
  )
}
