import { listContracts } from '#contract/contracts.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { contractListOf } from './contract-list.ts'

export async function contractsRoutes(app: App) {
  const contractList = contractListOf(app.database)

  serve(app, listContracts, ({ session }) => contractList(session.userId))
}
