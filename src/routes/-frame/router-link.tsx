import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** What ui components take as their `Link`: an `a` whose own addresses go through the router. */
export function RouterLink({ href = '', target, ...rest }: ComponentProps<'a'>) {
  const isOurs = href.startsWith('/') && target === undefined
  return isOurs ? <Link {...rest} to={href} /> : <a {...rest} href={href} target={target} />
}
