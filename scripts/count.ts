import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** `failures` names what failed, with the first line of why: they are said again at the end, where a log is read. */
export type Count = { passed: number; failed: number; skipped: number; failures?: readonly string[] }

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

export function sum(counts: readonly Count[]): Count {
  return counts.reduce((all, one) => ({
    passed: all.passed + one.passed,
    failed: all.failed + one.failed,
    skipped: all.skipped + one.skipped,
    failures: [...(all.failures ?? []), ...(one.failures ?? [])],
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
    failures: [
      ...brokenFiles.map(({ name, message }) => failure(name, message)),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => failure(`${name} › ${fullName}`, failureMessages[0])),
      ),
    ],
  }
}

/** A test that passed only at a later try has failed. */
export function ofPlaywright({ stats, suites }: PlaywrightReport): Count {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => failuresIn(suite)),
  }
}

function failuresIn({ title, suites = [], specs }: PlaywrightSuite): string[] {
  const here = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        failure(`${title} › ${spec.title} [${projectName}]`, results.find(({ error }) => error)?.error?.message),
      ),
  )
  return [...here, ...suites.flatMap((suite) => failuresIn({ ...suite, title: `${title} › ${suite.title}` }))]
}

function failure(title: string, message = ''): string {
  const [reason = ''] = stripVTControlCharacters(message).split('\n')
  return `${title}: ${reason}`
}

/** Reads what a runner left behind. A runner that ended badly has failed, whatever its report says or does not say. */
export function readCount<Report>(file: string, code: number, count: (report: Report) => Count): Count {
  const found = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')) as Report)
    : { passed: 0, failed: 0, skipped: 0 }
  const reportIsWhole = existsSync(file) && (code === 0 || found.failed > 0)
  return reportIsWhole ? found : { ...found, failed: found.failed + 1 }
}
