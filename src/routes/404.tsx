import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/404')({
  validateSearch: screens['404'].search,
  loader: warm,
  staticData: screens['404'],
  component: lazyPage('404', () => import('./-404/page.tsx')),
})
