import { existsSync, readFileSync } from 'node:fs'

export type Count = { passed: number; failed: number; skipped: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

export function sum(counts: readonly Count[]): Count {
  return counts.reduce((all, one) => ({
    passed: all.passed + one.passed,
    failed: all.failed + one.failed,
    skipped: all.skipped + one.skipped,
  }))
}

/** The last line of `npm test`, read by machines. */
export function closingLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export function ofVitest(report: VitestReport): Count {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** A test that passed only at a later try has failed. */
export function ofPlaywright({ stats }: PlaywrightReport): Count {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/** Reads what a runner left behind. A runner that ended badly has failed, whatever its report says or does not say. */
export function readCount<Report>(file: string, code: number, count: (report: Report) => Count): Count {
  const found = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')) as Report)
    : { passed: 0, failed: 0, skipped: 0 }
  const reportIsWhole = existsSync(file) && (code === 0 || found.failed > 0)
  return reportIsWhole ? found : { ...found, failed: found.failed + 1 }
}
