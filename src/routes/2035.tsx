import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/2035')({
  loader: warm,
  staticData: { name: '2035', layout: 'default', page: '2035' },
  component: lazyPage('2035', () => import('./-2035/page.tsx')),
})
