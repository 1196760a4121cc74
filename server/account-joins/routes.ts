import {
  joinOwnAccounts,
  joinUsers,
  previewJoin,
  previewOwnJoin,
  sendJoinCode,
  undoJoin,
  verifyJoinCode,
} from '#contract/people/account-joins.ts'
import type { App } from '#server/app-types.ts'
import { throwInvalidValue } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { accountJoining } from './account-joining.ts'
import { joinProofs } from './join-proofs.ts'
import { ownAccountJoining } from './own-account-joining.ts'

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

  const proofs = joinProofs(app)
  const ownJoining = ownAccountJoining(app, proofs)

  registerCall(app, sendJoinCode, ({ session, language, body }) => proofs.send({ session, to: body, language }))
  registerCall(app, verifyJoinCode, ({ session, language, body: { code, ...to } }) =>
    proofs.verify({ session, to, code, language }),
  )
  registerCall(app, previewOwnJoin, ({ session }) => ownJoining.preview(session))
  registerCall(app, joinOwnAccounts, async ({ session, body, request: { ip } }) => {
    const { keptId, joinedId, ...choice } = body
    for (const [name, chosen] of Object.entries(choice))
      if (chosen !== keptId && chosen !== joinedId) throwInvalidValue(name, 'unknown', 'Neither of the two accounts')
    await ownJoining.join({ session, keptId, joinedId, choice, address: ip })
    return undefined
  })
}
