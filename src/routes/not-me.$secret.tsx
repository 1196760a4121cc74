import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { securityRevertQuery } from '#src/api/security-revert.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/not-me/$secret')({
  loader: (args) => loadPage(args, ({ required }) => required(securityRevertQuery(args.params.secret))),
  staticData: screens['not-me'],
  component: lazyPage('not-me', () => import('./-not-me/page.tsx')),
})
