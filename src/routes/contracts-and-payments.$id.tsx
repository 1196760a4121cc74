import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/contracts-and-payments/$id')({
  validateSearch: screens['contracts-and-payments-detail'].search,
  loader: warm,
  staticData: screens['contracts-and-payments-detail'],
  component: lazyPage('contracts-and-payments-detail', () => import('./-contracts-and-payments-detail/page.tsx')),
})
