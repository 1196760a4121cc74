import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/not-me/$secret')({
  loader: prefetch,
  staticData: screens['not-me'],
  component: lazyPage('not-me', () => import('./-not-me/page.tsx')),
})
