import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

export const Route = createFileRoute('/tax-deduction')({
  staticData: { name: 'tax-deduction', layout: 'default' },
  component: lazyPage('tax-deduction', () => import('./-tax-deduction/page.tsx')),
})
