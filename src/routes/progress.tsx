import { createFileRoute } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { homeworkQuery, progressGroupsQuery, progressQuery, progressTrendQuery } from '#src/api/progress.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { selectProgressGroup } from '#src/domain/progress.ts'
import { startOfWeek } from '#src/i18n/calendar-days.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/progress')({
  ...screenRoute('progress', () => import('./-progress/page.tsx')),
  loaderDeps: ({ search: { child, group } }) => ({ ...(child && { child }), ...(group && { group }) }),
  loader: (args) =>
    loadPage(args, ({ today, required, optional }) => {
      const withShown = async () => {
        const shown = selectProgressGroup((await required(progressGroupsQuery())) ?? [], args.deps)
        if (shown === undefined) return
        const { studentUuid, groupId } = shown
        await Promise.all([
          required(progressQuery(studentUuid, groupId)),
          required(progressTrendQuery(studentUuid, groupId)),
        ])
      }
      return [required(childrenQuery()), optional(homeworkQuery(startOfWeek(today))), withShown()]
    }),
})
