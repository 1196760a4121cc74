import { CoverageReporter } from '#tests/model-runner/playwright/coverage-reporter.ts'
import { config } from './config.ts'

// Playwright creates the default export of a reporter.
export default class extends CoverageReporter {
  constructor() {
    super(config)
  }
}
