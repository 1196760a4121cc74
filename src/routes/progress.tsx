import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

export const Route = createFileRoute('/progress')({
  staticData: { name: 'progress', layout: 'default', page: 'progress' },
  component: lazyPage('progress', () => import('./-progress/page.tsx')),
})
