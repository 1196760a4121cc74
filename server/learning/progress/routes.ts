import { getProgressTrend, listProgress, listProgressGroups, listProgressOverview } from '#contract/learning.ts'
import type { App, Session } from '#server/app-types.ts'
import { throwProblem } from '#server/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { prepareProgressGroups, prepareProgressList } from './progress-list.ts'
import { prepareProgressOverview, prepareProgressTrend } from './totals.ts'

/** Lesson results of children, for their guardians. */
export async function progressRoutes(app: App) {
  const groups = prepareProgressGroups(app.database)
  const list = prepareProgressList(app.database)
  const trend = prepareProgressTrend(app.database)
  const overview = prepareProgressOverview(app.database)
  const asking = ({ userId }: Session) => ({
    userId,
    timeZone: app.env.TIME_ZONE,
    now: app.clock().toISOString(),
  })

  registerCall(app, listProgressGroups, ({ session }) => groups(asking(session)))
  registerCall(
    app,
    listProgress,
    async ({ session, query }) => (await list({ ...asking(session), ...query })) ?? refuseUnknown(),
  )
  registerCall(
    app,
    getProgressTrend,
    async ({ session, query }) => (await trend({ ...asking(session), ...query })) ?? refuseUnknown(),
  )
  registerCall(app, listProgressOverview, ({ session }) => overview(asking(session)))
}

function refuseUnknown(): never {
  throwProblem('not-found', 'No child of this person is in this group')
}
