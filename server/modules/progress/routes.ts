import { getProgressTrend, listProgress, listProgressGroups, listProgressOverview } from '#contract/learning.ts'
import { serve } from '#server/plugins/calls.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'
import { progressGroupsOf } from './progress-groups.ts'
import { progressListOf } from './progress-list.ts'
import { progressOverviewOf } from './progress-overview.ts'
import { progressTrendOf } from './progress-trend.ts'

/** What children made of their lessons, for whoever answers for them; only those whose guardian asks are looked at. */
export async function progressRoutes(app: App) {
  const groups = progressGroupsOf(app.database)
  const list = progressListOf(app.database)
  const trend = progressTrendOf(app.database)
  const overview = progressOverviewOf(app.database)
  const asking = ({ userId }: Session) => ({
    userId,
    timeZone: app.env.TIME_ZONE,
    now: app.clock().toISOString(),
  })

  serve(app, listProgressGroups, ({ session }) => groups(asking(session)))
  serve(
    app,
    listProgress,
    async ({ session, query }) => (await list({ ...asking(session), ...query })) ?? refuseUnknown(),
  )
  serve(
    app,
    getProgressTrend,
    async ({ session, query }) => (await trend({ ...asking(session), ...query })) ?? refuseUnknown(),
  )
  serve(app, listProgressOverview, ({ session }) => overview(asking(session)))
}

function refuseUnknown(): never {
  refuse('not-found', 'No child of this person is in this group')
}
