import type { MachineData, ReportData, StepData } from './report-data.ts'

/** The report for tools: everything except drawings and screenshots, with names instead of indexes. */
export function resultsOf({ commit, date, seconds, levels, machines, failures, defects, requirements }: ReportData) {
  const names = levels.map(({ en }) => en)
  return {
    commit,
    date,
    seconds,
    levels: names,
    failures: failures.map(({ level, ...failure }) => ({ ...failure, level: names[level] })),
    defects,
    requirements,
    machines: machines.map((machine) => ({
      id: machine.id,
      title: machine.title,
      states: machine.states.map(({ id, title, played }) => ({ id, title, played: byLevel(names, played) })),
      transitions: machine.transitions.map(({ played, ...transition }) => ({
        ...transition,
        played: byLevel(names, played),
      })),
      paths: machine.paths.map(({ id, start, steps, results }) => ({
        id,
        start: start.states.map((index) => machine.states[index]?.id),
        steps: steps.map((step) => named(machine, step)),
        results: byLevel(
          names,
          results.map((result) => resultOf(result)),
        ),
      })),
    })),
  }
}

function resultOf(result: MachineData['paths'][number]['results'][number]) {
  if (result === null) return { status: 'not played' }
  const { milliseconds, failure } = result
  if (failure === null) return { status: 'passed', milliseconds }
  const { step, message, quarantine, isFlaky, passedOnOtherLevel } = failure
  const status = quarantine !== null ? 'quarantined' : isFlaky ? 'flaky' : 'failed'
  return {
    ...{ status, milliseconds, step, message },
    ...(quarantine && { quarantine }),
    ...(passedOnOtherLevel !== null && { passedOnOtherLevel }),
  }
}

function named({ events, states }: MachineData, { event, taken, states: reached }: StepData) {
  const { type, title } = events[event ?? -1] ?? {}
  return { event: type, title, isTaken: taken.length > 0, states: reached.map((index) => states[index]?.id) }
}

function byLevel<Value>(names: readonly string[], values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(values.map((value, level) => [names[level] ?? `${level}`, value]))
}
