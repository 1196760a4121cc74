import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'
import { readSearch } from './-oauth-result/result.ts'

export const Route = createFileRoute('/auth/oauth-result')({
  validateSearch: readSearch,
  loader: warm,
  staticData: { name: 'oauth-result', layout: 'empty', open: true },
  component: lazyPage('oauth-result', () => import('./-oauth-result/page.tsx')),
})
