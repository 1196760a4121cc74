import { createLink, Link, useRouterState } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { isHomePage } from '#src/app/route-guard.ts'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { BackAnchor } from '#src/ui/layout/back-link.tsx'

/** A text link to a screen of the app. */
export const ScreenLink = createLink(TextLink)

/** A link to the page above the present one. */
export const BackLink = createLink(BackAnchor)

/** A link to a screen of the app that looks like a button. */
export const ButtonLink = createLink(LinkButton)

/** `Link` of ui components: an `a` that uses the router for paths of the app. */
export function RouterLink({ href = '', target, ...rest }: ComponentProps<'a'>) {
  const isHome = useRouterState({ select: ({ matches }) => isHomePage(matches) })
  const isOurs = href.startsWith('/') && target === undefined
  // `/` redirects: at the home page it would leave an entry of the history that leads nowhere.
  // Only a link to exactly this address is current by itself: a tab of a page may have a menu item of its own.
  return isOurs ? (
    <Link {...rest} to={href} replace={href === '/' && isHome} activeOptions={{ exact: true }} />
  ) : (
    <a {...rest} href={href} target={target} />
  )
}
