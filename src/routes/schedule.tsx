import { createFileRoute } from '@tanstack/react-router'
import { contractsQuery } from '#src/api/contracts.ts'
import { eventsQuery } from '#src/api/events.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { homeworkOfWeeksQuery } from '#src/api/progress.ts'
import { absencesQuery, scheduleQuery } from '#src/api/schedule.ts'
import { scheduleChangesQuery } from '#src/api/unseen.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { agendaMonthsOf, monthKeyOf } from '#src/domain/periods.ts'
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
  loader: (args) => {
    const { view = 'month', date, layers = [] } = args.deps
    const parts: { load: () => Promise<unknown>; isLoaded: () => boolean }[] = []
    if (view !== 'list') parts.push(views[view === 'month' ? 'month' : 'hours'])
    const queries = loadPage(args, ({ isVisitor, viewer, today, required, optional, ifOpen }) => {
      const ofMonth = required(scheduleQuery(viewer, monthKeyOf(date ?? today)))
      // For a visitor the 401 starts sign-in.
      if (isVisitor) return ofMonth
      if (viewer === 'student') parts.push(views.today)
      return [
        ofMonth,
        optional(scheduleQuery(viewer, agendaMonthsOf(date ?? today).last)),
        ...[...new Set(Object.values(agendaMonthsOf(date ?? today)))].map((month) =>
          optional(homeworkOfWeeksQuery(month)),
        ),
        ...(viewer === 'parent' ? [required(childrenQuery())] : []),
        optional(scheduleChangesQuery()),
        optional(absencesQuery()),
        ...(layers.includes('payments') ? [ifOpen('contracts-and-payments', () => required(contractsQuery()))] : []),
        ...(layers.includes('events') ? [required(eventsQuery())] : []),
      ]
    })
    const missing = parts.filter((part) => !part.isLoaded())
    // A promise, even of nothing, could show the pending page in place of the days that are being scrolled.
    if (missing.length === 0) return queries
    // A part that does not load says so in its place.
    return Promise.all([queries, ...missing.map((part) => part.load().catch(() => undefined))])
  },
})
