import { resolve } from 'node:path'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { browserApp } from './app/browser-app.ts'
import { pageModels } from './pages/page-models.ts'
import { productMutants } from './product-mutants.ts'
import { readRequirements } from './requirements.ts'
import survivors from './survivors.json' with { type: 'json' }
import { actionText } from './texts/actions.ts'
import english from './texts/english.json' with { type: 'json' }
import { guardTexts } from './texts/guards.ts'
import { weights } from './weights.ts'

export const config: RunnerConfig = {
  models: resolve('tests/models'),
  machines: 'src/machines',
  drawings: 'docs/machines',
  app: browserApp,
  texts: { english, guards: guardTexts, action: actionText },
  pages: pageModels,
  endToEnd: async () => (await import('./e2e/end-to-end.ts')).endToEnd(),
  requirements: readRequirements,
  history: { file: process.env.QA_HISTORY ?? 'reports/history.ndjson', main: 'main' },
  weights,
  productMutants,
  survivors,
}
