import type { HTMLAttributes, ReactNode, RefCallback } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type CardProps = Omit<HTMLAttributes<HTMLElement>, 'className' | 'style' | 'title'> & {
  ref?: RefCallback<HTMLElement>
  as?: 'section' | 'article' | 'div' | 'li'
  title?: ReactNode
  /** Heading level of the title; 2 by default. */
  level?: 2 | 3
  /** Link, button or badge at the right of the title. */
  aside?: ReactNode
  /** `flush`: without padding, for tables and lists. */
  padding?: 'base' | 'flush'
  tone?: keyof typeof tones
}

const tones = {
  plain: 'border-line-soft bg-surface',
  success: 'border-line-soft bg-surface-success',
}

/** A surface with a border that groups content. */
export function Card({
  as: Element = 'section',
  title,
  level = 2,
  aside,
  padding = 'base',
  tone = 'plain',
  children,
  ...rest
}: CardProps) {
  const Heading = `h${level}` as const
  const flush = padding === 'flush'
  return (
    <Element
      {...rest}
      className={classNames('min-w-0 rounded-lg border', tones[tone], flush ? 'overflow-clip' : 'p-base md:p-lg')}
    >
      {title && (
        <header
          className={classNames(
            'flex flex-wrap items-center justify-between gap-x-base gap-y-xs',
            flush ? 'px-base pt-base pb-sm md:px-lg md:pt-lg' : 'mb-base',
          )}
        >
          <Heading className={`wrap-anywhere ${level === 2 ? 'text-lg md:text-xl' : 'text-lg'}`}>{title}</Heading>
          {aside}
        </header>
      )}
      {children}
    </Element>
  )
}
