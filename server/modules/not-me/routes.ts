import { confirmNotMe, getNotMe } from '#contract/not-me.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { letterWith } from './letter.ts'
import { undo } from './undoing.ts'

export async function notMeRoutes(app: App): Promise<void> {
  serve(app, getNotMe, ({ params }) => letterWith(app.database, { secret: params.secret, now: app.clock() }))

  serve(app, confirmNotMe, ({ params, language, request }) =>
    undo(app, { secret: params.secret, language, address: request.ip }),
  )
}
