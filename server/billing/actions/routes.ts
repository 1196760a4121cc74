import {
  actOnContract,
  previewAction as previewActionCall,
  readContractCard,
  undoAction as undoActionCall,
} from '#contract/billing/contract-actions.ts'
import type { App, Session } from '#server/app-types.ts'
import { prepareContractList } from '#server/enrolment/contracts/contract-list.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { act, type Doing, previewAction } from './act.ts'
import { findContractCard } from './contract-card.ts'
import { undoAction } from './undo-action.ts'

/** Actions of the staff on contracts and payments, by the table of `contract/billing/action-table.ts`. */
export async function actionRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const contractsOf = prepareContractList(database)
  const time = () => ({ now: clock(), timeZone: env.TIME_ZONE })
  const doing = ({ userId, roles }: Session, { reason, address }: Pick<Doing, 'reason' | 'address'>): Doing => ({
    ...time(),
    byId: userId,
    roles,
    reason,
    address,
    paysOnline: app.paymentProvider !== null,
  })

  registerCall(app, readContractCard, ({ session: { userId, roles }, params: { contractId } }) =>
    findContractCard(database, contractId, { ...time(), byId: userId, roles, contractsOf }),
  )
  registerCall(app, previewActionCall, async ({ session, body: { terms, targets }, request }) => {
    const previews = []
    for (const { contractUuid, paymentUuid } of targets)
      previews.push(
        await previewAction(
          database,
          { contractId: contractUuid, paymentId: paymentUuid, terms },
          doing(session, { reason: '', address: request.ip }),
        ),
      )
    return previews
  })
  registerCall(app, actOnContract, ({ session, params: { contractId }, body, database: transaction, request }) => {
    const { terms, paymentUuid, reason = '', hash } = body
    const wish = { contractId, paymentId: paymentUuid, terms, hash }
    return act(transaction, wish, doing(session, { reason, address: request.ip }))
  })
  registerCall(app, undoActionCall, async ({ session, params: { actionId }, body, database: transaction, request }) => {
    await undoAction(transaction, actionId, doing(session, { ...body, address: request.ip }))
    return {}
  })
}
