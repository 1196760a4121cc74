import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

export const Route = createFileRoute('/catalog')({
  staticData: { name: 'catalog', layout: 'header-and-footer' },
  component: lazyPage('catalog', () => import('./-catalog/page.tsx')),
})
