import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

export const Route = createFileRoute('/logout')({
  staticData: { name: 'logout', layout: 'empty', open: true },
  component: lazyPage('logout', () => import('./-logout/page.tsx')),
})
