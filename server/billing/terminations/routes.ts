import { eq, sql } from 'drizzle-orm'
import {
  askTermination as askTerminationCall,
  cancelTermination,
  giveReturnAccount as giveReturnAccountCall,
  listTerminations as listTerminationsCall,
  previewTermination,
  previewTerminationOf,
  settleTermination as settleTerminationCall,
  startTermination,
  withdrawTermination as withdrawTerminationCall,
} from '#contract/billing/termination.ts'
import type { App } from '#server/app-types.ts'
import { readAccounts } from '#server/billing/ledger/stored-accounts.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { askTermination, withdrawTermination } from './ask-termination.ts'
import { planTermination } from './plan-termination.ts'
import { giveReturnAccount } from './return-account.ts'
import { listTerminations, settleTermination } from './staff-terminations.ts'
import { findTerminable } from './terminable-contract.ts'

/** Terminations of contracts: by their customers, and by the staff in the panel. */
export async function terminationRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const context = () => ({
    now: clock(),
    timeZone: env.TIME_ZONE,
    payees: env.PAYEES,
    secretsKey: env.SECRETS_KEY,
    returnsOnline: app.paymentProvider !== null,
  })

  async function preview(
    contractId: string,
    wish: { lastDay?: string | undefined; moveTo?: string | undefined },
    customerId: string | null,
  ) {
    const contract = await findTerminable(database, contractId)
    if (customerId !== null && contract.customerId !== customerId)
      throwProblem('not-found', 'Only the customer terminates a contract')
    const accounts = await readAccounts(database, eq(sql`id`, contractId))
    return planTermination(database, contract, accounts, wish, context())
  }

  registerCall(app, previewTermination, ({ session, params: { contractId }, query }) =>
    preview(contractId, query, session.userId),
  )
  registerCall(app, previewTerminationOf, ({ params: { contractId }, query }) => preview(contractId, query, null))

  registerCall(app, askTerminationCall, ({ session: { userId }, params, body, database: transaction, request }) => {
    const wish = { ...params, ...body, customerId: userId, askedById: userId, reason: '', address: request.ip }
    return askTermination(transaction, wish, context())
  })
  registerCall(app, startTermination, ({ session: { userId }, params, body, database: transaction, request }) => {
    const wish = { ...params, ...body, customerId: null, askedById: userId, address: request.ip }
    return askTermination(transaction, wish, context())
  })

  registerCall(app, withdrawTerminationCall, async ({ session, params: { contractId }, database: transaction }) => {
    const which = { contractId, customerId: session.userId }
    await withdrawTermination(transaction, { which, reason: '' }, context())
    return {}
  })
  registerCall(app, cancelTermination, async ({ params: { terminationId }, body, database: transaction }) => {
    await withdrawTermination(transaction, { which: { id: terminationId }, ...body }, context())
    return {}
  })

  registerCall(
    app,
    giveReturnAccountCall,
    async ({ session, params: { contractId }, body: { bank: details }, database: transaction }) => {
      await giveReturnAccount(transaction, { contractId, customerId: session.userId, details }, context())
      return {}
    },
  )

  registerCall(app, listTerminationsCall, ({ params: { id } }) => listTerminations(database, id, env.SECRETS_KEY))
  registerCall(app, settleTerminationCall, async ({ params: { terminationId }, body, database: transaction }) => {
    await settleTermination(transaction, { terminationId, ...body }, context())
    return {}
  })
}
