import { type LevelName, levelTitles } from '#tests/model-runner/model.ts'
import type { Trend } from '#tests/model-runner/report/report-data.ts'
import type { RunResult } from './history-file.ts'

/** The newest runs that a trend shows. */
const shownRuns = 30

/** The trends of every machine and level of the history, on one branch and compared with the main branch. */
export function trendsOf(
  results: readonly RunResult[],
  { branch, main, machine }: { branch: string; main: string; machine?: string | undefined },
): Trend[] {
  const levels = Object.keys(levelTitles) as LevelName[]
  const wanted = results.filter((one) => machine === undefined || one.machine === machine)
  const names = [...new Set(wanted.map((one) => one.machine))].sort()
  return names.flatMap((name) =>
    levels.flatMap((level) => {
      const all = wanted.filter((one) => one.machine === name && one.level === level)
      const own = all.filter((one) => one.branch === branch)
      return own.length === 0 ? [] : [trendOf(all, own, { branch, main })]
    }),
  )
}

function trendOf(all: RunResult[], own: RunResult[], { branch, main }: { branch: string; main: string }): Trend {
  const last = own.at(-1) as RunResult
  // Runs of single paths and of shards take other times.
  const largest = Math.max(...own.map(playedCount))
  const comparable = own.filter((one) => playedCount(one) * 2 > largest)
  const flaky = flakyPaths(all)
  const plays = playsByCommit(all)
  return {
    machine: last.machine,
    level: last.level,
    runs: own.slice(-shownRuns).map(({ date, commit, isChanged, passed, failed, milliseconds, unstable }) => ({
      date,
      commit: marked(commit, isChanged),
      passed,
      failed,
      unstable: unstable.length,
      milliseconds,
    })),
    median: median(comparable.map(({ milliseconds }) => milliseconds)),
    flakeRate: plays === 0 ? 0 : flaky.reduce((sum, { commits }) => sum + commits.length, 0) / plays,
    flaky,
    failing: failingPaths(all.filter((one) => one.branch === branch || one.branch === main)),
    main: branch === main ? null : comparedWithMain(all, own, main),
  }
}

function playedCount({ passed, failed, unstable }: RunResult): number {
  return passed + failed + unstable.length
}

function isPlayed({ paths }: RunResult, path: string): boolean {
  return paths?.includes(path) ?? true
}

/** The paths that failed and passed on the same commit, with these commits. Uncommitted changes explain a difference. */
function flakyPaths(results: readonly RunResult[]): Trend['flaky'] {
  const commits = new Map<string, Set<string>>()
  const note = (path: string, commit: string) => commits.set(path, (commits.get(path) ?? new Set()).add(commit))
  for (const { unstable, commit, isChanged } of results)
    for (const path of unstable) note(path, marked(commit, isChanged))
  for (const [commit, runs] of Map.groupBy(unchanged(results), (one) => one.commit))
    for (const path of new Set(runs.flatMap(({ failing }) => failing)))
      if (runs.some((one) => isPlayed(one, path) && !one.failing.includes(path))) note(path, commit)
  return [...commits]
    .map(([path, found]) => ({ path, commits: [...found] }))
    .sort((one, other) => other.commits.length - one.commits.length)
}

/** How many paths were played, each once per commit. */
function playsByCommit(results: readonly RunResult[]): number {
  const byCommit = Map.groupBy(results, ({ commit, isChanged }) => marked(commit, isChanged))
  return [...byCommit.values()].reduce((sum, runs) => sum + Math.max(...runs.map(playedCount)), 0)
}

/** The paths that fail at present, with the first commit of the streak and the commit before it. */
function failingPaths(results: readonly RunResult[]): Trend['failing'] {
  const known = new Set(results.flatMap(({ failing }) => failing))
  return [...known].flatMap((path) => {
    const runs = results.filter((one) => isPlayed(one, path))
    const passed = runs.findLastIndex(({ failing }) => !failing.includes(path))
    const first = runs[passed + 1]
    if (first === undefined) return []
    const before = runs[passed]
    return [
      {
        path,
        since: { commit: marked(first.commit, first.isChanged), date: first.date },
        passedOn: before === undefined ? null : marked(before.commit, before.isChanged),
      },
    ]
  })
}

function comparedWithMain(all: readonly RunResult[], own: readonly RunResult[], main: string): Trend['main'] {
  const ofMain = all.filter((one) => one.branch === main)
  const [last, there] = [own.at(-1), ofMain.at(-1)]
  if (last === undefined || there === undefined) return null
  return {
    commit: marked(there.commit, there.isChanged),
    date: there.date,
    passed: there.passed,
    failed: there.failed,
    milliseconds: there.milliseconds,
    failsOnlyHere: last.failing.filter((path) => isPlayed(there, path) && !there.failing.includes(path)),
    failsOnlyThere: there.failing.filter((path) => isPlayed(last, path) && !last.failing.includes(path)),
  }
}

function unchanged(results: readonly RunResult[]): RunResult[] {
  return results.filter(({ isChanged }) => !isChanged)
}

function marked(commit: string, isChanged: boolean): string {
  return isChanged ? `${commit} + ∆` : commit
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
