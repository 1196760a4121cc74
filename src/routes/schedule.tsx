import { createFileRoute } from '@tanstack/react-router'
import { scheduleQuery } from '#src/api/schedule.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'
import { readScheduleSearch } from './-schedule/search.ts'

export const Route = createFileRoute('/schedule')({
  validateSearch: readScheduleSearch,
  loaderDeps: ({ search: { date } }) => ({ date }),
  loader: ({ deps, ...args }) => {
    const { roleGroup } = args.context.session.getSnapshot().context
    if (roleGroup === 'parent' || roleGroup === 'student') warm(args, scheduleQuery(roleGroup, deps.date))
  },
  staticData: { name: 'schedule', layout: 'default' },
  component: lazyPage('schedule', () => import('./-schedule/page.tsx')),
})
