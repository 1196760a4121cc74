import { createFileRoute } from '@tanstack/react-router'
import { contractsQuery } from '#src/api/contracts.ts'
import { eventsQuery } from '#src/api/events.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { absencesQuery, scheduleQuery } from '#src/api/schedule.ts'
import { scheduleChangesQuery } from '#src/api/unseen.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { lazyComponent } from './-query/lazy-component.tsx'
import { loadPage } from './-query/load-page.ts'

/** Each comes with the page that opens with it; every phone needs the list. */
const views = {
  today: lazyComponent('today-summary', () => import('./-schedule/today-summary.tsx'), 'TodaySummary'),
  month: lazyComponent('month-view', () => import('./-schedule/views/month-view.tsx'), 'MonthView'),
  hours: lazyComponent('hours-view', () => import('./-schedule/views/hours-view.tsx'), 'HoursView'),
}

export const Route = createFileRoute('/schedule')({
  ...screenRoute('schedule', () => import('./-schedule/page.tsx')),
  context: () => ({ views }),
  loaderDeps: ({ search: { view, date, filter } }) => ({
    view,
    ...(date !== undefined && { date }),
    ...(filter?.layer !== undefined && { layers: filter.layer }),
  }),
  loader: async (args) => {
    const { view = 'month' } = args.deps
    const queries = loadPage(args, ({ isVisitor, viewer, today, required, optional }) => {
      const { date = today, layers = [] } = args.deps
      const ofMonth = required(scheduleQuery(viewer, monthKeyOf(date)))
      // For a visitor the 401 starts sign-in.
      if (isVisitor) return ofMonth
      return [
        ofMonth,
        // A part that does not load says so in its place.
        viewer === 'parent' ? required(childrenQuery()) : views.today.load().catch(() => undefined),
        optional(scheduleChangesQuery()),
        optional(absencesQuery()),
        ...(layers.includes('payments') ? [required(contractsQuery())] : []),
        ...(layers.includes('events') ? [required(eventsQuery())] : []),
      ]
    })
    const code = view === 'list' ? null : views[view === 'month' ? 'month' : 'hours'].load().catch(() => undefined)
    await Promise.all([queries, code])
  },
})
