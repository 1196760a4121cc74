import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/auth/oauth-result')({
  validateSearch: screens['oauth-result'].search,
  loader: warm,
  staticData: screens['oauth-result'],
  component: lazyPage('oauth-result', () => import('./-oauth-result/page.tsx')),
})
