import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/contracts-and-payments/')({
  validateSearch: screens['contracts-and-payments'].search,
  loader: warm,
  staticData: screens['contracts-and-payments'],
  component: lazyPage('contracts-and-payments', () => import('./-contracts-and-payments/page.tsx')),
})
