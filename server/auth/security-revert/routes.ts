import { confirmSecurityRevert, getSecurityRevert } from '#contract/security-revert.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { revertChanges } from './revert-changes.ts'
import { describeRevertLink } from './revert-link.ts'

export async function securityRevertRoutes(app: App): Promise<void> {
  registerCall(app, getSecurityRevert, ({ params }) =>
    describeRevertLink(app.database, { secret: params.secret, now: app.clock() }),
  )

  registerCall(app, confirmSecurityRevert, ({ params, language, request }) =>
    revertChanges(app, { secret: params.secret, language, address: request.ip }),
  )
}
