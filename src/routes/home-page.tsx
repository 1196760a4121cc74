import { createFileRoute } from '@tanstack/react-router'
import { contractsQuery } from '#src/api/contracts.ts'
import { eventsQuery } from '#src/api/events.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { scheduleQuery } from '#src/api/schedule.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'
import { isForParents } from './-parent-home-page/audience.ts'
import { monthOf } from './-schedule/month-of.ts'
import { schoolToday } from './-schedule/school-today.ts'

export const Route = createFileRoute('/home-page')({
  loader: (args) => {
    const { session, queryClient } = args.context
    if (!isForParents(session.getSnapshot().context)) return warm(args)
    const schedule = scheduleQuery('parent', monthOf(schoolToday(queryClient)))
    return warm(args, childrenQuery(), schedule, contractsQuery(), eventsQuery())
  },
  staticData: { name: 'parent-home-page', layout: 'default', refuses: ['student'] },
  component: lazyPage('parent-home-page', () => import('./-parent-home-page/page.tsx')),
})
