import { createFileRoute } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { progressOverviewQuery } from '#src/api/progress.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/learning-progress')({
  ...screenRoute('learning-progress', () => import('./-learning-progress/page.tsx')),
  loader: (args) => loadPage(args, ({ required }) => [required(childrenQuery()), required(progressOverviewQuery())]),
})
