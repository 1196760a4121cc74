import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/learning-progress')({
  loader: warm,
  staticData: { name: 'learning-progress', layout: 'default', requires: ['parent'] },
  component: lazyPage('learning-progress', () => import('./-learning-progress/page.tsx')),
})
