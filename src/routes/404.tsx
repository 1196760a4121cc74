import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/404')({
  validateSearch: screens['404'].search,
  loader: prefetch,
  staticData: screens['404'],
  component: lazyPage('404', () => import('./-404/page.tsx')),
})
