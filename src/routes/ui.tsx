import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

/** The design system on one page, in development only; anywhere else an unknown path like any other. */
export const Route = createFileRoute('/ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw redirect({ to: '/404', replace: true })
  },
  loader: prefetch,
  staticData: { name: 'ui', layout: 'default', open: true },
  component: import.meta.env.DEV ? lazyPage('ui', () => import('./-ui/page.tsx')) : () => null,
})
