import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

/** The design system on one page, in development only; anywhere else an unknown path like any other. */
export const Route = createFileRoute('/ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw redirect({ to: '/404', replace: true })
  },
  loader: warm,
  staticData: { name: 'ui', layout: 'default', open: true },
  component: import.meta.env.DEV ? lazyPage('ui', () => import('./-ui/page.tsx')) : () => null,
})
