import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/404')({
  loader: warm,
  staticData: { name: '404', layout: 'error', open: true },
  component: lazyPage('404', () => import('./-404/page.tsx')),
})
