import { stripVTControlCharacters } from 'node:util'
import type { SpecifiedRequirement, Texts } from '#tests/model-runner/config.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import { type LevelName, levelTitles, nameOf } from '#tests/model-runner/model.ts'
import type { PathResult, Plan } from '#tests/model-runner/paths/play-paths.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'
import type { Played } from '#tests/model-runner/run-models.ts'
import type { Defect } from './defects.ts'
import { type Findings, machineData } from './machine-data.ts'
import type { FailureData, MachineData, ReportData, ResultData, Trend } from './report-data.ts'
import { requirementCoverage } from './requirement-coverage.ts'
import type { Screenshots } from './screenshots.ts'

/** The properties that identify a run. */
type Run = Pick<ReportData, 'commit' | 'date' | 'seconds' | 'demo'>

type Material = {
  screenshots: Screenshots
  run: Run
  texts: Texts
  /** Defects of what was not played. */
  defects?: readonly Defect[]
  requirements?: readonly SpecifiedRequirement[]
  history?: Trend[]
}

/** Collects the data of the report: planned paths, played paths and their results. */
export async function buildReport(
  played: readonly Played[],
  { screenshots, run, texts, defects = [], requirements = [], history = [] }: Material,
): Promise<ReportData> {
  const machines: MachineData[] = []
  for (const one of played) machines.push(await machineData(reportedPlan(one), texts, findingsOf(one, screenshots)))
  const pictures = [...screenshots.pictures].map(([key, picture]) => [
    key,
    `data:image/webp;base64,${picture.toString('base64')}`,
  ])
  return {
    ...run,
    levels: Object.entries(levelTitles).map(([id, title]) => ({ id, ...title })),
    failures: machines.flatMap(failuresOf).toSorted((one, other) => one.step - other.step),
    defects: [...defects, ...played.flatMap((one) => one.defects)],
    requirements: requirementCoverage(requirements, played.map(checkedOf), texts),
    history,
    machines,
    pictures: Object.fromEntries(pictures),
  }
}

/** The planned paths, the beginnings of paths that only pages play, and every additional pair that failed. */
function reportedPlan({ plan: { model, paths }, levels }: Played): Pick<Plan, 'model' | 'paths'> {
  const others = levels.flatMap(({ level, results }) =>
    results.flatMap(({ path, failure }) =>
      failure === null && !['browser', 'faults', 'presses'].includes(level) ? [] : path,
    ),
  )
  const byId = new Map([...paths, ...others].map((path) => [idOf(path), path]))
  return { model, paths: [...byId.values()] }
}

function checkedOf({ plan: { model }, levels }: Played) {
  const results = levels.find(({ level }) => level === 'ledger')?.results ?? []
  return { model, results: results.length === 0 ? null : results }
}

function findingsOf({ plan, levels }: Played, screenshots: Screenshots): Findings {
  const machine = nameOf(plan.model)
  const key = (path: Path, count: number, isFailure?: boolean) => {
    const found = screenshots.keyOf(
      machine,
      path.steps.slice(0, count).map(({ event }) => event),
      isFailure,
    )
    return screenshots.pictures.has(found) ? found : null
  }
  // A level that was not played is also reported: its paths are marked as not played.
  const names = Object.keys(levelTitles) as LevelName[]
  const found = names.map((name) => levels.find(({ level }) => level === name))
  // Compared by name, not by object: paths may have been played in another process.
  const byPath = found.map((level) => new Map(level?.results.map((result) => [idOf(result.path), result])))
  const isSeen = (path: Path) => byPath[names.indexOf('browser')]?.has(idOf(path)) ?? false
  const resultOf = (path: Path, result: PathResult | undefined): ResultData | null => {
    if (result === undefined) return null
    const { milliseconds, failure } = result
    if (failure === null) return { milliseconds, failure }
    const { step, message, shown, quarantine = null, evidence = null } = failure
    return {
      milliseconds,
      failure: {
        step,
        message: stripVTControlCharacters(message),
        shown,
        picture: key(path, step, true),
        quarantine,
        evidence,
        isFlaky: failure.isFlaky ?? false,
        passedOnOtherLevel: failure.passedOnOtherLevel ?? null,
      },
    }
  }
  return {
    outcomes: byPath.map((results) => (path) => results.get(idOf(path))),
    resultsOf: (path) => byPath.map((results) => resultOf(path, results.get(idOf(path)))),
    // The results of other paths with the same beginning do not count for this one.
    pictureOf: (path, count) => (isSeen(path) ? key(path, count) : null),
    seconds: found.map((level) => level?.seconds ?? null),
  }
}

/** Groups failures with the same message at the same event, and shows the shortest path. */
function failuresOf({ id: machine, paths }: MachineData): FailureData[] {
  const failed = paths.flatMap((path) =>
    path.results.flatMap((result, level) => (result?.failure ? [{ path, level, failure: result.failure }] : [])),
  )
  const groups = Map.groupBy(failed, ({ path, level, failure: { step, message, quarantine } }) =>
    JSON.stringify([level, path.steps[step - 1]?.event ?? null, withoutCallLog(message), quarantine]),
  )
  return [...groups.values()].flatMap((group) => {
    const [shortest] = group.toSorted((one, other) => one.failure.step - other.failure.step)
    if (shortest === undefined) return []
    const { path, level, failure } = shortest
    return [
      {
        machine,
        level,
        path: path.id,
        step: failure.step,
        message: withoutCallLog(failure.message),
        alike: group.length,
        passedOnOtherLevel: failure.passedOnOtherLevel,
        quarantine: failure.quarantine,
        evidence: failure.evidence,
      },
    ]
  })
}

/** The message of an assertion without its log of retries. */
function withoutCallLog(message: string): string {
  const [text = ''] = message.split(/\n\s*Call log:/)
  return text.trim().split('\n').slice(0, 12).join('\n')
}
