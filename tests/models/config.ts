import { resolve } from 'node:path'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { browserApp } from './app/browser-app.ts'
import { knownFailures } from './known-failures.ts'
import { calendarFiltersModel } from './pages/calendar-filters-model.ts'
import { calendarModel } from './pages/calendar-model.ts'
import { gradeBookModel } from './pages/grade-book-model.ts'
import { contractModel, homePaymentsModel, paymentsModel } from './pages/payments-model.ts'
import { purchaseSumsModel } from './pages/purchase-sums-model.ts'
import { taxModel } from './pages/tax-model.ts'
import { transferSumsModel } from './pages/transfer-sums-model.ts'
import { productMutants } from './product-mutants.ts'
import { readRequirements } from './requirements.ts'
import survivors from './survivors.json' with { type: 'json' }
import { actionText } from './texts/actions.ts'
import english from './texts/english.json' with { type: 'json' }
import { guardTexts } from './texts/guards.ts'

/** Pages without a machine where a wrong figure or period does harm. They are played on the pages that our server renders. */
const pageModels: readonly Model[] = [
  taxModel,
  paymentsModel,
  contractModel,
  homePaymentsModel,
  purchaseSumsModel,
  transferSumsModel,
  calendarModel,
  calendarFiltersModel,
  gradeBookModel,
]

/** `npm test` plays the states, `npm test -- --all` everything, and `npm run qa` the transitions. */
function extentOfRun(): RunnerConfig['extent'] {
  if (process.env.TEST_ALL_MODELS !== undefined) return 'everything'
  return process.env.TEST_STATES_OF_MODELS === undefined ? 'transitions' : 'states'
}

export const config: RunnerConfig = {
  models: resolve('tests/models'),
  machines: 'src/machines',
  drawings: 'docs/machines',
  app: browserApp,
  texts: { english, guards: guardTexts, action: actionText },
  pages: pageModels,
  endToEnd: async () => (await import('./e2e/end-to-end.ts')).endToEnd(),
  requirements: readRequirements,
  extent: extentOfRun(),
  knownFailures,
  productMutants,
  survivors,
}
