import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/home-page')({
  validateSearch: screens['parent-home-page'].search,
  loader: prefetch,
  staticData: screens['parent-home-page'],
  component: lazyPage('parent-home-page', () => import('./-parent-home-page/page.tsx')),
})
