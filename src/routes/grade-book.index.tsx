import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/grade-book/')({
  loader: warm,
  staticData: { name: 'grade-book', layout: 'default' },
  component: lazyPage('grade-book', () => import('./-grade-book/page.tsx')),
})
