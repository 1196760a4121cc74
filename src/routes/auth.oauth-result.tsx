import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/auth/oauth-result')({
  validateSearch: screens['oauth-result'].search,
  loader: prefetch,
  staticData: screens['oauth-result'],
  component: lazyPage('oauth-result', () => import('./-oauth-result/page.tsx')),
})
