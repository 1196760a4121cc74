import { type CTRFReport, calculateSummary, type Test } from 'ctrf'
import type { Evidence } from '#tests/model-runner/browser/failure-evidence.ts'
import { type Defect, defectLines } from './defects.ts'
import { expectedAndSeen } from './headline.ts'
import { defectCommand, failureText, pathText, quarantineText, repeatCommand } from './junit.ts'
import type { MachineData, PathData, ReportData, ResultData } from './report-data.ts'

/** The results in the Common Test Report Format (https://ctrf.io): a test for each path and level that was played, and for each defect. */
export function ctrfOf({ machines, levels, defects, date, seconds, commit }: ReportData): CTRFReport {
  const start = Date.parse(date)
  const tests = [
    ...defects.map(testOfDefect),
    ...machines.flatMap((machine) =>
      machine.paths.flatMap((path) =>
        path.results.flatMap((result, level) =>
          result === null ? [] : testOf(machine, path, levels[level]?.en ?? '', result),
        ),
      ),
    ),
  ]
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: date,
    generatedBy: 'npm run qa',
    results: {
      tool: { name: 'model-runner' },
      summary: calculateSummary(tests, { start, stop: start + Math.round(seconds * 1000) }),
      tests,
      environment: { commit },
    },
  }
}

function testOfDefect(defect: Defect): Test {
  const { machine, problem, details } = defect
  return {
    testId: `${machine}/${problem.en}`,
    name: `${problem.ru} / ${problem.en}`,
    suite: [machine],
    status: 'failed',
    rawStatus: 'not played',
    duration: 0,
    message: defectLines(defect).join('\n'),
    ...(details !== '' && { trace: details }),
    extra: { repeat: defectCommand(defect) },
  }
}

function testOf(machine: MachineData, path: PathData, level: string, { milliseconds, failure }: ResultData): Test {
  const test: Test = {
    testId: `${machine.id}/${path.id}/${level}`,
    name: pathText(machine, path),
    suite: [machine.id, level],
    status: 'passed',
    duration: milliseconds,
  }
  if (failure === null) return test
  const { quarantine, isFlaky, evidence, message } = failure
  return {
    ...test,
    status: quarantine === null ? 'failed' : 'other',
    ...(quarantine && { rawStatus: quarantineText(quarantine) }),
    ...(isFlaky && { flaky: true }),
    message: failureText(machine, path, failure),
    trace: message,
    steps: path.steps.slice(0, failure.step).map(({ event }, index) => ({
      name: machine.events[event ?? -1]?.title.en ?? '',
      status: index + 1 === failure.step ? ('failed' as const) : ('passed' as const),
    })),
    attachments: attachmentsOf(evidence).map(({ name, type, path: file }) => ({ name, contentType: type, path: file })),
    extra: { ...expectedAndSeen(message), repeat: repeatCommand(machine, path) },
  }
}

/** The files of a failure, relative to the folder of the report. */
export function attachmentsOf(evidence: Evidence | null): { name: string; type: string; path: string }[] {
  if (evidence === null) return []
  const { trace, before, after } = evidence
  return [
    ...(before === null ? [] : [{ name: 'before the step', type: 'image/webp', path: before }]),
    ...(after === null ? [] : [{ name: 'after the step', type: 'image/webp', path: after }]),
    ...(trace === null ? [] : [{ name: 'trace', type: 'application/zip', path: trace }]),
  ]
}
