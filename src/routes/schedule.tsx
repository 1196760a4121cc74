import { createFileRoute } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { scheduleQuery } from '#src/api/schedule.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'
import { familyOf } from './-schedule/family.ts'
import { monthOf } from './-schedule/month-of.ts'
import { schoolToday } from './-schedule/school-today.ts'
import { readScheduleSearch } from './-schedule/search.ts'
import { lateViews } from './-schedule/views-lazy.ts'

export const Route = createFileRoute('/schedule')({
  validateSearch: readScheduleSearch,
  beforeLoad: ({ search: { view = 'month' } }) => lateViews[view].warm(),
  loaderDeps: ({ search: { date } }) => ({ month: date === undefined ? null : monthOf(date) }),
  loader: ({ deps, ...args }) => {
    const family = familyOf(args.context.session.getSnapshot().context)
    if (family === null) return warm(args)
    const sheet = scheduleQuery(family, deps.month ?? monthOf(schoolToday(args.context.queryClient)))
    return warm(args, sheet, ...(family === 'parent' ? [childrenQuery()] : []))
  },
  staticData: { name: 'schedule', layout: 'default' },
  component: lazyPage('schedule', () => import('./-schedule/page.tsx')),
})
