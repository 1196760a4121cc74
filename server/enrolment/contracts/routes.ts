import { listContracts, readContractHistory, verifyContract } from '#contract/enrolment/contracts.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { findContractHistory } from './contract-history.ts'
import { prepareContractList } from './contract-list.ts'
import { findFiscalReceipts, withFiscalReceipts } from './fiscal-receipts.ts'
import { createContractVerification } from './verification.ts'

export async function contractsRoutes(app: App) {
  const { database, clock, env } = app
  const currentTime = () => ({ now: clock(), timeZone: env.TIME_ZONE })
  const contractList = prepareContractList(database)

  registerCall(app, listContracts, async ({ session: { userId } }) => {
    const isExpected = app.paymentProvider?.makesReceipts ?? false
    const receipts = await findFiscalReceipts(database, { userId, isExpected, now: clock() })
    return withFiscalReceipts(await contractList(userId, currentTime()), receipts)
  })

  const verification = createContractVerification(database)
  registerCall(app, verifyContract, async ({ query }) => ({ proof: await verification.verify(query) }))

  registerCall(app, readContractHistory, ({ session, params: { contractId } }) =>
    findContractHistory(database, { contractId, userId: session.userId, ...currentTime() }),
  )
}
