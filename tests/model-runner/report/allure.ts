import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { LabelName, Stage, Status, type StatusDetails } from 'allure-js-commons'
import { FileSystemWriter, md5, ReporterRuntime } from 'allure-js-commons/sdk/reporter'
import { attachmentsOf } from './ctrf.ts'
import { type Defect, defectLines } from './defects.ts'
import { expectedAndSeen } from './headline.ts'
import { defectCommand, failureText, pathText, quarantineText, repeatCommand } from './junit.ts'
import type { MachineData, PathData, ReportData, ResultData, StepFailure } from './report-data.ts'

/** The levels whose passed paths are exported too: thousands of files of the machine would say nothing more. */
const wholeLevels = ['browser', 'real server']

/**
 * Writes the results for Allure: every path that Chromium or the real server played, and every failure of the machine
 * and its ledger, with steps and the files of the evidence. Defects are broken tests.
 */
export function writeAllureResults(folder: string, { machines, levels, defects, date }: ReportData): void {
  const resultsDir = join(folder, 'allure-results')
  rmSync(resultsDir, { recursive: true, force: true })
  const runtime = new ReporterRuntime({ writer: new FileSystemWriter({ resultsDir }) })
  for (const defect of defects) writeDefect(runtime, defect, Date.parse(date))
  for (const machine of machines)
    for (const path of machine.paths)
      for (const [level, result] of path.results.entries()) {
        const title = levels[level]?.en ?? ''
        if (result === null || (result.failure === null && !wholeLevels.includes(title))) continue
        write(runtime, { folder, machine, path, level: title, result, start: Date.parse(date) })
      }
}

function writeDefect(runtime: ReporterRuntime, defect: Defect, start: number): void {
  const { machine, title, problem, details } = defect
  const fullName = `${machine}/${problem.en}`
  const uuid = runtime.startTest({
    name: `${problem.ru} / ${problem.en}`,
    fullName,
    historyId: md5(fullName),
    testCaseId: md5(fullName),
    stage: Stage.FINISHED,
    status: Status.BROKEN,
    statusDetails: {
      message: defectLines(defect).join('\n'),
      trace: [details, defectCommand(defect)].join('\n\n'),
    },
    start,
    labels: [
      { name: LabelName.SUITE, value: title.ru },
      { name: LabelName.SUB_SUITE, value: machine },
      { name: LabelName.FRAMEWORK, value: 'model-runner' },
    ],
  })
  runtime.stopTest(uuid, { stop: start })
  runtime.writeTest(uuid)
}

type Written = {
  folder: string
  machine: MachineData
  path: PathData
  level: string
  result: ResultData
  start: number
}

function write(runtime: ReporterRuntime, { folder, machine, path, level, result, start }: Written): void {
  const { failure, milliseconds } = result
  const fullName = `${machine.id}/${path.id}/${level}`
  const uuid = runtime.startTest({
    name: pathText(machine, path),
    fullName,
    // Stable over runs, so that Allure shows the history of a path.
    historyId: md5(fullName),
    testCaseId: md5(fullName),
    stage: Stage.FINISHED,
    status: statusOf(failure),
    statusDetails: failure === null ? {} : detailsOf(machine, path, failure),
    start,
    labels: [
      { name: LabelName.PARENT_SUITE, value: level },
      { name: LabelName.SUITE, value: machine.title.en },
      { name: LabelName.SUB_SUITE, value: path.id },
      { name: LabelName.FRAMEWORK, value: 'model-runner' },
      ...(failure?.quarantine ? [{ name: LabelName.OWNER, value: failure.quarantine.owner }] : []),
    ],
  })
  for (const [index, { event }] of path.steps.entries()) {
    const name = machine.events[event ?? -1]?.title.en ?? ''
    const step = runtime.startStep(uuid, null, { name, start })
    if (step === undefined) continue
    runtime.updateStep(step, (one) => {
      one.stage = Stage.FINISHED
      one.status = stepStatus(failure, index + 1)
    })
    runtime.stopStep(step, { stop: start })
  }
  for (const { name, type, path: file } of attachmentsOf(failure?.evidence ?? null))
    runtime.writeAttachment(uuid, null, name, join(folder, file), { contentType: type })
  runtime.stopTest(uuid, { stop: start + milliseconds })
  runtime.writeTest(uuid)
}

/** A quarantined failure does not count, and Allure shows what does not count as skipped. */
function statusOf(failure: StepFailure | null): Status {
  if (failure === null) return Status.PASSED
  return failure.quarantine === null ? Status.FAILED : Status.SKIPPED
}

function stepStatus(failure: StepFailure | null, count: number): Status {
  if (failure === null || count < failure.step) return Status.PASSED
  return count === failure.step ? Status.FAILED : Status.SKIPPED
}

function detailsOf(machine: MachineData, path: PathData, failure: StepFailure): StatusDetails {
  const { expected, seen: actual } = expectedAndSeen(failure.message)
  const text = failureText(machine, path, failure)
  return {
    message: failure.quarantine === null ? text : `${quarantineText(failure.quarantine)}\n${text}`,
    trace: `${failure.message}\n\n${repeatCommand(machine, path)}`,
    expected,
    actual,
  }
}
