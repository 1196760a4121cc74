import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/adm-panel/')({
  validateSearch: screens.admin.search,
  loaderDeps: ({ search: { tab, search, filter, user } }) => ({ tab, search, filter, user }),
  loader: warm,
  staticData: screens.admin,
  component: lazyPage('admin', () => import('./-admin/page.tsx')),
})
