import { listContracts, readContractHistory } from '#contract/contracts.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { contractHistory } from './contract-history.ts'
import { contractListOf } from './contract-list.ts'

export async function contractsRoutes(app: App) {
  const { database, clock, env } = app
  const contractList = contractListOf(database)

  serve(app, listContracts, ({ session }) => contractList(session.userId))

  serve(app, readContractHistory, ({ session, params: { contractId } }) =>
    contractHistory(database, { contractId, userId: session.userId, now: clock(), timeZone: env.TIME_ZONE }),
  )
}
