import {
  clearPaymentDifference,
  listPaidCheckouts as listPaidCheckoutsCall,
  previewRefund as previewRefundCall,
  requestRefund as requestRefundCall,
} from '#contract/billing/refunds.ts'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { clearDifference, listPaidCheckouts, previewRefund, requestRefund } from './request-refund.ts'

/** Online payments and refunds as the staff sees and makes them. */
export async function refundRoutes(app: App): Promise<void> {
  const { database, clock, paymentProvider } = app
  const currentTime = () => ({ now: clock(), timeZone: app.env.TIME_ZONE })

  registerCall(app, listPaidCheckoutsCall, ({ params: { id } }) => listPaidCheckouts(database, id))

  registerCall(app, previewRefundCall, ({ params: { checkoutId }, query: { amount } }) =>
    previewRefund(database, { checkoutId, amount, ...currentTime() }),
  )

  registerCall(app, requestRefundCall, ({ session, params: { checkoutId }, body, database: transaction }) => {
    if (!paymentProvider) throwProblem('state-conflict', 'The school takes no payments online')
    return requestRefund(transaction, { checkoutId, ...body, requestedById: session.userId, ...currentTime() })
  })

  registerCall(app, clearPaymentDifference, async ({ session, params: { differenceId }, body, database: changed }) => {
    await clearDifference(changed, { id: differenceId, ...body, clearedById: session.userId, now: clock() })
    return {}
  })
}
