import { createFileRoute } from '@tanstack/react-router'
import { groupStudentsQuery, groupsQuery } from '#src/api/catalog.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/catalog/comparison')({
  ...screenRoute('group-comparison', () => import('./-group-comparison/page.tsx')),
  loaderDeps: ({ search: { groups } }) => ({ groups }),
  loader: (args) =>
    loadPage(args, ({ isFamily, required, optional }) => {
      const { groups = [] } = args.deps
      if (groups.length === 0) return []
      return [required(groupsQuery(groups)), ...(isFamily ? [optional(groupStudentsQuery(groups))] : [])]
    }),
})
