import { listContracts, readContractHistory } from '#contract/enrolment/contracts.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { findContractHistory } from './contract-history.ts'
import { prepareContractList } from './contract-list.ts'

export async function contractsRoutes(app: App) {
  const { database, clock, env } = app
  const contractList = prepareContractList(database)

  registerCall(app, listContracts, ({ session }) => contractList(session.userId))

  registerCall(app, readContractHistory, ({ session, params: { contractId } }) =>
    findContractHistory(database, { contractId, userId: session.userId, now: clock(), timeZone: env.TIME_ZONE }),
  )
}
