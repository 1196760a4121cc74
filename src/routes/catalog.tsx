import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/catalog')({
  loader: warm,
  staticData: { name: 'catalog', layout: 'header-and-footer' },
  component: lazyPage('catalog', () => import('./-catalog/page.tsx')),
})
