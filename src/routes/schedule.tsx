import { createFileRoute } from '@tanstack/react-router'
import { contractsQuery } from '#src/api/contracts.ts'
import { eventsQuery } from '#src/api/events.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { absencesQuery, scheduleQuery } from '#src/api/schedule.ts'
import { scheduleChangesQuery } from '#src/api/unseen.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/schedule')({
  ...screenRoute('schedule', () => import('./-schedule/page.tsx')),
  loaderDeps: ({ search: { date, filter } }) => ({
    ...(date !== undefined && { date }),
    ...(filter?.layer !== undefined && { layers: filter.layer }),
  }),
  loader: (args) =>
    loadPage(args, ({ isVisitor, viewer, today, required, optional }) => {
      const { date = today, layers = [] } = args.deps
      const ofMonth = required(scheduleQuery(viewer, monthKeyOf(date)))
      // For a visitor the 401 starts sign-in.
      if (isVisitor) return ofMonth
      return [
        ofMonth,
        ...(viewer === 'parent' ? [required(childrenQuery())] : []),
        optional(scheduleChangesQuery()),
        optional(absencesQuery()),
        ...(layers.includes('payments') ? [required(contractsQuery())] : []),
        ...(layers.includes('events') ? [required(eventsQuery())] : []),
      ]
    }),
})
