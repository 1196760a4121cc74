import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/500')({
  validateSearch: screens['500'].search,
  loader: warm,
  staticData: screens['500'],
  component: lazyPage('500', () => import('./-500/page.tsx')),
})
