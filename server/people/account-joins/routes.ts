import { joinUsers, previewJoin, undoJoin } from '#contract/people/account-joins.ts'
import type { App } from '#server/app-types.ts'
import { throwInvalidValue } from '#server/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { accountJoining } from './account-joining.ts'

export async function accountJoinRoutes(app: App): Promise<void> {
  const joining = accountJoining(app)

  registerCall(app, previewJoin, ({ session, params: { id }, query: { other } }) =>
    joining.preview({ session, ids: [id, other] }),
  )
  registerCall(app, joinUsers, async ({ session, params: { id }, body, request: { ip } }) => {
    const { otherId, keptId, reason, ...choice } = body
    for (const [name, chosen] of Object.entries(choice))
      if (chosen !== id && chosen !== otherId) throwInvalidValue(name, 'unknown', 'Neither of the two accounts')
    await joining.join({ session, ids: [id, otherId], keptId, choice, reason, address: ip })
    return undefined
  })
  registerCall(app, undoJoin, ({ session, params: { id }, body: { reason }, request: { ip } }) =>
    joining.undo({ session, joinedId: id, reason, address: ip }),
  )
}
