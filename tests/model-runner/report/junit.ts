import { headlineOf } from './headline.ts'
import type { MachineData, PathData, ReportData } from './report-data.ts'

/** The results as JUnit XML: a suite for each machine and level, a test case for each path. */
export function junitOf({ machines, levels, date, seconds }: ReportData): string {
  const suites = machines.flatMap((machine) =>
    levels.map((level, place) => suiteOf(machine, level.en, { place, date })),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="qa" time="${seconds.toFixed(3)}">
${suites.join('\n')}
</testsuites>
`
}

function suiteOf(machine: MachineData, level: string, { place, date }: { place: number; date: string }): string {
  const { id, paths, seconds } = machine
  const failed = paths.filter(({ results }) => results[place]?.failure).length
  const skipped = paths.filter(({ results }) => results[place] === null).length
  const counts = `tests="${paths.length}" failures="${failed}" errors="0" skipped="${skipped}"`
  const time = (seconds[place] ?? 0).toFixed(3)
  return `<testsuite name="${escaped(`${id}: ${level}`)}" ${counts} time="${time}" timestamp="${date.slice(0, 19)}">
${paths.map((path) => caseOf(machine, path, place)).join('\n')}
</testsuite>`
}

function caseOf(machine: MachineData, path: PathData, place: number): string {
  const line =
    path.steps.map(({ event }) => machine.events[event ?? -1]?.title.en ?? '').join(' → ') || 'only the start'
  const result = path.results[place] ?? null
  const name = `classname="${machine.id}.${path.id}" name="${escaped(line)}"`
  if (result === null) return `<testcase ${name}><skipped message="not played"/></testcase>`
  const time = (result.milliseconds / 1000).toFixed(3)
  if (result.failure === null) return `<testcase ${name} time="${time}"/>`
  const { step, message } = result.failure
  const repeat = `npm run qa -- ${machine.id} ${path.id} --show`
  return `<testcase ${name} time="${time}"><failure message="${escaped(`step ${step}: ${headlineOf(message)}`)}">${escaped(`${message}\n\n${repeat}`)}</failure></testcase>`
}

/** XML forbids most control characters, escaped or not. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replaceAll(/[&<>"\n]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
