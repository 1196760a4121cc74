import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { cameFrom } from './-frame/came-from.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/403')({
  validateSearch: cameFrom,
  loader: warm,
  staticData: { name: '403', layout: 'error', open: true },
  component: lazyPage('403', () => import('./-403/page.tsx')),
})
