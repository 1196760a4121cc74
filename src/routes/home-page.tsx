import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

export const Route = createFileRoute('/home-page')({
  staticData: { name: 'parent-home-page', layout: 'default', refuses: ['student'] },
  component: lazyPage('parent-home-page', () => import('./-parent-home-page/page.tsx')),
})
