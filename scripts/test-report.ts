import { existsSync, readFileSync, statSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * `flaky` tests passed at the second try. `failures` lists failed and flaky tests with the first line of the reason,
 * repeated at the end of the log.
 */
export type TestCounts = {
  passed: number
  failed: number
  flaky?: number
  skipped: number
  failures?: readonly string[]
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; assertionResults: VitestResult[] }[]
}
type VitestResult = { status: string; fullName: string; failureMessages: string[] }
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}
type PlaywrightSuite = { title: string; suites?: PlaywrightSuite[]; specs: PlaywrightSpec[] }
type PlaywrightSpec = {
  title: string
  tests: { projectName: string; status: string; results: { error?: { message: string } }[] }[]
}

export function sumCounts(counts: readonly TestCounts[]): TestCounts {
  return counts.reduce((all, one) => ({
    passed: all.passed + one.passed,
    failed: all.failed + one.failed,
    flaky: (all.flaky ?? 0) + (one.flaky ?? 0),
    skipped: all.skipped + one.skipped,
    failures: [...(all.failures ?? []), ...(one.failures ?? [])],
  }))
}

/** The last line of `npm test`, parsed by tools. */
export function summaryLine({ passed, failed, flaky = 0, skipped }: TestCounts): string {
  const rest = [flaky > 0 && `, ${flaky} flaky`, skipped > 0 && `, ${skipped} skipped`].filter(Boolean)
  return `${passed} passed, ${failed} failed${rest.join('')}`
}

export function countVitest(report: VitestReport): TestCounts {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const unstable = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ failureMessages }) => failureMessages.length > 0).map((test) => ({ ...test, name })),
  )
  // A test that passed at its second try keeps the message of the first.
  const flaky = unstable.filter(({ status }) => status === 'passed').length
  return {
    passed: report.numPassedTests - flaky,
    failed: report.numFailedTests + brokenFiles.length,
    flaky,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...brokenFiles.map(({ name, message }) => formatFailure(name, message)),
      ...unstable.map(({ name, fullName, failureMessages }) =>
        formatFailure(`${name} › ${fullName}`, failureMessages[0]),
      ),
    ],
  }
}

export function countPlaywright({ stats, suites }: PlaywrightReport): TestCounts {
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    flaky: stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => collectFailures(suite)),
  }
}

function collectFailures({ title, suites = [], specs }: PlaywrightSuite): string[] {
  const here = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        formatFailure(`${title} › ${spec.title} [${projectName}]`, results.find(({ error }) => error)?.error?.message),
      ),
  )
  return [...here, ...suites.flatMap((suite) => collectFailures({ ...suite, title: `${title} › ${suite.title}` }))]
}

function formatFailure(title: string, message = ''): string {
  const [reason = ''] = stripVTControlCharacters(message).split('\n')
  return `${title}: ${reason}`
}

/**
 * Reads the report that a runner has written since `started` (milliseconds of the epoch). A missing, older or unreadable
 * report, one without a test, and an exit code that the report does not explain count as a failure.
 */
export function readReport<Report>(
  { file, code, started }: { file: string; code: number; started: number },
  count: (report: Report) => TestCounts,
): TestCounts {
  const none: TestCounts = { passed: 0, failed: 0, skipped: 0 }
  const failed = (found: TestCounts, reason: string): TestCounts => ({
    ...found,
    failed: found.failed + 1,
    failures: [...(found.failures ?? []), `${file}: ${reason}`],
  })
  if (!existsSync(file)) return failed(none, `there is no report (exit code ${code})`)
  // File systems round times.
  if (statSync(file).mtimeMs < started - 2000) return failed(none, 'the report is of an earlier run')
  let found: TestCounts
  try {
    found = count(JSON.parse(readFileSync(file, 'utf8')) as Report)
  } catch (error) {
    return failed(none, `the report cannot be read: ${(error as Error).message}`)
  }
  if (!(found.passed + found.failed + (found.flaky ?? 0) > 0)) return failed(found, 'no test was run')
  return code !== 0 && found.failed === 0 ? failed(found, `exit code ${code} without a failed test`) : found
}
