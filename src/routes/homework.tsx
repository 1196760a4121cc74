import { createFileRoute } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { homeworkOfWeeksQuery, homeworkQuery } from '#src/api/progress.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { shiftDay, startOfWeek } from '#src/i18n/calendar-days.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/homework')({
  ...screenRoute('homework', () => import('./-homework/page.tsx')),
  loaderDeps: ({ search: { date } }) => ({ ...(date && { date }) }),
  loader: (args) =>
    loadPage(args, ({ viewer, today, required, optional }) => {
      const monday = startOfWeek(args.deps.date ?? today)
      return [
        ...(viewer === 'parent' ? [required(childrenQuery())] : []),
        required(homeworkQuery(monday)),
        ...(monday === startOfWeek(today) ? [optional(homeworkOfWeeksQuery(shiftDay(monday, 7, 'day')))] : []),
      ]
    }),
})
