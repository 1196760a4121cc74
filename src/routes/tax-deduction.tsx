import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/tax-deduction')({
  loader: warm,
  staticData: { name: 'tax-deduction', layout: 'default' },
  component: lazyPage('tax-deduction', () => import('./-tax-deduction/page.tsx')),
})
