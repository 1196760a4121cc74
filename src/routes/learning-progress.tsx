import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

export const Route = createFileRoute('/learning-progress')({
  staticData: { name: 'learning-progress', layout: 'default', requires: ['parent'] },
  component: lazyPage('learning-progress', () => import('./-learning-progress/page.tsx')),
})
