import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

export const Route = createFileRoute('/adm-panel/')({
  staticData: { name: 'admin', layout: 'default', requires: ['admin'] },
  component: lazyPage('admin', () => import('./-admin/page.tsx')),
})
