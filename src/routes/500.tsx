import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { cameFrom } from './-frame/came-from.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/500')({
  validateSearch: cameFrom,
  loader: warm,
  staticData: { name: '500', layout: 'error', open: true },
  component: lazyPage('500', () => import('./-500/page.tsx')),
})
