import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

export const Route = createFileRoute('/grade-book/')({
  staticData: { name: 'grade-book', layout: 'default' },
  component: lazyPage('grade-book', () => import('./-grade-book/page.tsx')),
})
