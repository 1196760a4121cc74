import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/tax-deduction')({
  validateSearch: screens['tax-deduction'].search,
  loaderDeps: ({ search: { year } }) => ({ ...(year !== undefined && { year }) }),
  loader: warm,
  staticData: screens['tax-deduction'],
  component: lazyPage('tax-deduction', () => import('./-tax-deduction/page.tsx')),
})
