import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

export const Route = createFileRoute('/2035')({
  staticData: { name: '2035', layout: 'default', page: '2035' },
  component: lazyPage('2035', () => import('./-2035/page.tsx')),
})
