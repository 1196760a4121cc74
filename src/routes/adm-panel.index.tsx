import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/adm-panel/')({
  loader: warm,
  staticData: { name: 'admin', layout: 'default', requires: ['admin'] },
  component: lazyPage('admin', () => import('./-admin/page.tsx')),
})
