import { testOnPages } from '#tests/model-runner/playwright/path-tests.ts'
import { config } from './config.ts'

await testOnPages(config)
