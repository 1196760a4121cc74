import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/logout')({
  loader: warm,
  staticData: { name: 'logout', layout: 'empty', open: true },
  component: lazyPage('logout', () => import('./-logout/page.tsx')),
})
