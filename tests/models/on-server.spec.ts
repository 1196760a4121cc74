import { testOnServer } from '#tests/model-runner/playwright/server-tests.ts'
import { config } from './config.ts'

await testOnServer(config)
