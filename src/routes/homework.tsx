import { createFileRoute } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { homeworkQuery } from '#src/api/progress.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { startOfWeek } from '#src/i18n/calendar-days.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/homework')({
  ...screenRoute('homework', () => import('./-homework/page.tsx')),
  loaderDeps: ({ search: { date } }) => ({ ...(date && { date }) }),
  loader: (args) =>
    loadPage(args, ({ viewer, today, required }) => [
      ...(viewer === 'parent' ? [required(childrenQuery())] : []),
      required(homeworkQuery(startOfWeek(args.deps.date ?? today))),
    ]),
})
