import { createFileRoute } from '@tanstack/react-router'
import { contractsQuery } from '#src/api/contracts.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { readSearch } from './-contracts-and-payments/filter.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/contracts-and-payments/')({
  validateSearch: readSearch,
  loader: (args) => warm(args, contractsQuery()),
  staticData: { name: 'contracts-and-payments', layout: 'default', page: 'documents_and_payments' },
  component: lazyPage('contracts-and-payments', () => import('./-contracts-and-payments/page.tsx')),
})
