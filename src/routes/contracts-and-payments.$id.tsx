import { createFileRoute } from '@tanstack/react-router'
import { contractsQuery } from '#src/api/contracts.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/contracts-and-payments/$id')({
  loader: (args) => warm(args, contractsQuery()),
  staticData: { name: 'contracts-and-payments-detail', layout: 'default', page: 'documents_and_payments' },
  component: lazyPage('contracts-and-payments-detail', () => import('./-contracts-and-payments-detail/page.tsx')),
})
