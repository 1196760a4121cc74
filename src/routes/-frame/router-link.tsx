import { createLink, Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { TextLink } from '#src/ui/text-link.tsx'

/** A text link to a screen of ours. */
export const ScreenLink = createLink(TextLink)

/** What ui components take as their `Link`: an `a` whose own addresses go through the router. */
export function RouterLink({ href = '', target, ...rest }: ComponentProps<'a'>) {
  const isOurs = href.startsWith('/') && target === undefined
  return isOurs ? <Link {...rest} to={href} /> : <a {...rest} href={href} target={target} />
}
