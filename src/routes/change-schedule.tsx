import { createFileRoute } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import {
  availableGroupsQuery,
  groupsQuery,
  groupTransfersQuery,
  groupWaitingListsQuery,
  transferPreviewQuery,
} from '#src/api/schedule.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/change-schedule')({
  ...screenRoute('schedule-change', () => import('./-schedule-change/page.tsx')),
  loaderDeps: ({ search: { tickets: _, ...search } }) => search,
  loader: (args) =>
    loadPage(args, ({ viewer, required }) => {
      const { contract: contractUuid, territory, group: groupUuid, step } = args.deps
      const own: Promise<unknown>[] = viewer === 'parent' ? [required(childrenQuery())] : []
      if (step === 'done' && contractUuid !== undefined) return [...own, required(groupTransfersQuery())]
      own.push(required(groupsQuery(viewer)))
      if (contractUuid === undefined)
        return [...own, required(groupTransfersQuery()), required(groupWaitingListsQuery())]
      if (groupUuid !== undefined) return [...own, required(transferPreviewQuery({ contractUuid, groupUuid }))]
      return [
        ...own,
        required(availableGroupsQuery(viewer, { contractUuid })),
        ...(territory === undefined ? [] : [required(groupWaitingListsQuery({ contractUuid }))]),
      ]
    }),
})
