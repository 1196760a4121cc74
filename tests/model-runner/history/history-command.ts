import { levelTitles } from '#tests/model-runner/model.ts'
import type { Trend } from '#tests/model-runner/report/report-data.ts'
import { type History, readHistory } from './history-file.ts'
import { readRevision } from './revision.ts'
import { trendsOf } from './trends.ts'

/** Prints the trends of the history of this branch. */
export async function printHistory(file: string, main: string, machine: string | undefined): Promise<void> {
  const history = await readHistory(file)
  const { branch } = await readRevision()
  for (const line of historyLines(history, trendsOf(history.results, { branch, main, machine }), {
    file,
    branch,
    main,
  }))
    console.log(line)
}

type Source = { file: string; branch: string; main: string }

export function historyLines(
  { unreadable }: History,
  trends: readonly Trend[],
  { file, branch, main }: Source,
): string[] {
  const damaged = unreadable === 0 ? [] : [`${unreadable} lines of ${file} cannot be read and were left out`]
  if (trends.length === 0) return [...damaged, `${file} has no runs of ${branch}`]
  return [...damaged, `runs of ${branch} in ${file}`, ...trends.flatMap((trend) => trendLines(trend, main))]
}

function trendLines(
  { machine, level, runs, median, flakeRate, flaky, failing, main }: Trend,
  mainName: string,
): string[] {
  const last = runs.at(-1)
  const title = levelTitles[level].en
  const days = runs.length === 1 ? '1 run' : `${runs.length} runs`
  return [
    `${machine}, ${title}: ${days}, last ${last?.passed ?? 0} passed, ${last?.failed ?? 0} failed, ${seconds(last?.milliseconds ?? 0)} (median ${seconds(median)}), flake rate ${percent(flakeRate)}`,
    `    ${bars(runs.map(({ milliseconds }) => milliseconds))}  ${runs.map(({ failed, unstable }) => (failed > 0 ? '✗' : unstable > 0 ? '~' : '✓')).join('')}`,
    ...failing.map(
      ({ path, since, passedOn }) =>
        `    ✗ ${path} fails since ${since.commit} (${since.date.slice(0, 10)})${passedOn === null ? ', never passed' : `, passed on ${passedOn}`}`,
    ),
    ...flaky.map(({ path, commits }) => `    ~ ${path} failed and passed on ${commits.join(', ')}`),
    ...(main === null
      ? []
      : [
          `    ${mainName} ${main.commit}: ${main.passed} passed, ${main.failed} failed, ${seconds(main.milliseconds)}${list(', fails only here', main.failsOnlyHere)}${list(', fails only there', main.failsOnlyThere)}`,
        ]),
  ]
}

/** Durations as bars, the highest for the longest. */
function bars(milliseconds: readonly number[]): string {
  const longest = Math.max(1, ...milliseconds)
  return milliseconds.map((one) => '▁▂▃▄▅▆▇█'[Math.min(7, Math.floor((one / longest) * 8))]).join('')
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`
}

function list(words: string, paths: readonly string[]): string {
  return paths.length === 0 ? '' : `${words}: ${paths.join(' ')}`
}
