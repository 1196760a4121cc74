import { createFileRoute } from '@tanstack/react-router'
import { usersQuery } from '#src/api/admin.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warmAuditLog } from './-admin/audit-log-lazy.ts'
import { readPanelSearch } from './-admin/search.ts'
import { userFilterOf } from './-admin/user-filter.ts'
import { warmUserRows } from './-admin/user-rows-lazy.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/adm-panel/')({
  validateSearch: readPanelSearch,
  loaderDeps: ({ search }) => ({ filter: search.tab === 'audit' ? null : userFilterOf(search) }),
  loader: ({ deps: { filter }, ...args }) => {
    if (filter === null) warmAuditLog()
    else warmUserRows()
    if (filter !== null && !args.preload) void args.context.queryClient.prefetchInfiniteQuery(usersQuery(filter))
    return warm(args)
  },
  staticData: { name: 'admin', layout: 'default', requires: ['admin'] },
  component: lazyPage('admin', () => import('./-admin/page.tsx')),
})
