import {
  getProgressTrend,
  listProgress,
  listProgressGroups,
  listProgressOverview,
} from '#contract/learning/progress.ts'
import type { App, Session } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { prepareProgressGroups, prepareProgressList } from './progress-list.ts'
import { prepareProgressOverview, prepareProgressTrend } from './totals.ts'

/** Lesson results of children, for their guardians. */
export async function progressRoutes(app: App) {
  const groups = prepareProgressGroups(app.database)
  const list = prepareProgressList(app.database)
  const trend = prepareProgressTrend(app.database)
  const overview = prepareProgressOverview(app.database)
  const queryOf = ({ userId }: Session) => ({
    userId,
    timeZone: app.env.TIME_ZONE,
    now: app.clock().toISOString(),
  })

  registerCall(app, listProgressGroups, ({ session }) => groups(queryOf(session)))
  registerCall(
    app,
    listProgress,
    async ({ session, query }) => (await list({ ...queryOf(session), ...query })) ?? throwUnknownGroup(),
  )
  registerCall(
    app,
    getProgressTrend,
    async ({ session, query }) => (await trend({ ...queryOf(session), ...query })) ?? throwUnknownGroup(),
  )
  registerCall(app, listProgressOverview, ({ session }) => overview(queryOf(session)))
}

function throwUnknownGroup(): never {
  throwProblem('not-found', 'No child of this person is in this group')
}
