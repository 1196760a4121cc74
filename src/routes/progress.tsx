import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/progress')({
  loader: warm,
  staticData: { name: 'progress', layout: 'default', page: 'progress' },
  component: lazyPage('progress', () => import('./-progress/page.tsx')),
})
