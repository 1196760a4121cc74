import { type Defect, defectLines } from './defects.ts'
import { expectedAndSeen } from './headline.ts'
import type { MachineData, PathData, QuarantineData, ReportData, StepFailure } from './report-data.ts'

/**
 * The results as JUnit XML: a suite for each machine and level, a test case for each path, and an error for each defect.
 * A quarantined failure is skipped, because the format knows no failure that does not count.
 */
export function junitOf({ machines, levels, defects, date, seconds }: ReportData): string {
  const suites = [
    ...[...Map.groupBy(defects, ({ machine }) => machine)].map(([machine, own]) => suiteOfDefects(machine, own, date)),
    ...machines.flatMap((machine) => levels.map((level, index) => suiteOf(machine, level.en, { index, date }))),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="qa" time="${seconds.toFixed(3)}">
${suites.join('\n')}
</testsuites>
`
}

function suiteOfDefects(machine: string, defects: readonly Defect[], date: string): string {
  const counts = `tests="${defects.length}" failures="0" errors="${defects.length}" skipped="0"`
  const cases = defects.map((defect) => {
    const text = [...defectLines(defect), defect.details, defectCommand(defect)].join('\n')
    const message = escaped(defectLines(defect).join(' / '))
    return `<testcase classname="${escaped(machine)}" name="${escaped(`${defect.problem.ru} / ${defect.problem.en}`)}"><error type="not played" message="${message}">${escaped(text)}</error></testcase>`
  })
  return `<testsuite name="${escaped(machine)}" ${counts} time="0.000" timestamp="${date.slice(0, 19)}">
${cases.join('\n')}
</testsuite>`
}

export function defectCommand({ machine }: Defect): string {
  return `npm run qa -- ${machine}`
}

function suiteOf(machine: MachineData, level: string, { index, date }: { index: number; date: string }): string {
  const { id, paths, seconds } = machine
  const failures = paths.flatMap(({ results }) => results[index]?.failure ?? [])
  const quarantined = failures.filter(({ quarantine }) => quarantine !== null).length
  const failed = failures.length - quarantined
  const skipped = paths.filter(({ results }) => (results[index] ?? null) === null).length + quarantined
  const counts = `tests="${paths.length}" failures="${failed}" errors="0" skipped="${skipped}"`
  const time = (seconds[index] ?? 0).toFixed(3)
  return `<testsuite name="${escaped(`${id}: ${level}`)}" ${counts} time="${time}" timestamp="${date.slice(0, 19)}">
${paths.map((path) => caseOf(machine, path, index)).join('\n')}
</testsuite>`
}

function caseOf(machine: MachineData, path: PathData, index: number): string {
  const result = path.results[index] ?? null
  const name = `classname="${machine.id}.${path.id}" name="${escaped(pathText(machine, path))}"`
  if (result === null) return `<testcase ${name}><skipped message="not played"/></testcase>`
  const time = (result.milliseconds / 1000).toFixed(3)
  if (result.failure === null) return `<testcase ${name} time="${time}"/>`
  const { message, quarantine, passedOnOtherLevel } = result.failure
  if (quarantine !== null)
    return `<testcase ${name} time="${time}"><skipped message="${escaped(quarantineText(quarantine))}"/></testcase>`
  const text = `${message}\n\n${repeatCommand(machine, path)}`
  return `<testcase ${name} time="${time}"><failure type="${passedOnOtherLevel === null ? 'failure' : 'levels disagree'}" message="${escaped(failureText(machine, path, result.failure))}">${escaped(text)}</failure></testcase>`
}

/** The event after which a path failed, what was expected and what was seen, in one line. */
export function failureText({ events }: MachineData, { steps }: PathData, { step, message }: StepFailure): string {
  const title = events[steps[step - 1]?.event ?? -1]?.title.en ?? 'start'
  const { expected, seen } = expectedAndSeen(message)
  return `step ${step}, ${title} · expected: ${expected} · seen: ${seen}`
}

export function quarantineText({ until, owner, reason }: QuarantineData): string {
  return `quarantined until ${until}, ${owner}: ${reason}`
}

export function repeatCommand(machine: MachineData, path: PathData): string {
  return `npm run qa -- ${machine.id} ${path.id} --show`
}

export function pathText({ events }: MachineData, { steps }: PathData): string {
  return steps.map(({ event }) => events[event ?? -1]?.title.en ?? '').join(' → ') || 'only the start'
}

/** XML forbids most control characters, escaped or not. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replaceAll(/[&<>"\n]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
