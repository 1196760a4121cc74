import { stripVTControlCharacters } from 'node:util'
import type { Broken } from './discover-models.ts'
import { idOf } from './ledger.ts'
import { nameOf } from './model.ts'
import { lineOf } from './paths/play-paths.ts'
import type { Played } from './run-models.ts'

/** The counts of a run; `skipped` are paths that were planned and not played. */
export type Sum = { passed: number; failed: number; skipped: number; failures: string[] }

export function sumOf(played: readonly Played[], broken: readonly Broken[]): Sum {
  const results = played.flatMap(({ levels }) => levels.flatMap((level) => level.results))
  const failed = results.filter(({ failure }) => failure !== null).length
  const complaints = played.flatMap((one) => one.complaints).length
  return {
    passed: results.length - failed,
    failed: failed + complaints + broken.length,
    skipped: played.reduce((sum, { unplayed }) => sum + unplayed, 0),
    failures: [...played.flatMap(failuresOf), ...broken.map(({ name, why }) => `${name}: ${firstLine(why)}`)],
  }
}

/** One line for each model; the summary of all tests repeats them. */
function failuresOf({ plan: { model }, levels, complaints }: Played): string[] {
  const ofPaths = levels.flatMap(({ title, results }) =>
    results.flatMap(({ path, failure }) =>
      failure === null
        ? []
        : `${nameOf(model)} ${idOf(path)}, ${title}, шаг ${failure.step}: ${firstLine(failure.message)}`,
    ),
  )
  return [...ofPaths, ...complaints.map((complaint) => `${nameOf(model)}: ${complaint}`)]
}

function firstLine(text: string): string {
  return stripVTControlCharacters(text).trim().split('\n')[0] ?? ''
}

/** Number of failures per machine that are printed in full. */
const most = 5

/** One line per machine and one per problem. Paths that were not played are reported as such, never as passed. */
export function machineLines({ plan, levels, complaints }: Played): string[] {
  const { model, coverage, problems } = plan
  const figures = levels.map(({ title, results, of, seconds }) => {
    if (results.length === 0) return `${title}: не сыграно`
    const passed = results.filter(({ failure }) => failure === null).length
    const rest = of > results.length ? `, не сыграно ${of - results.length}` : ''
    const mark = passed === results.length ? '✓' : '✗'
    return `${title} ${mark} ${passed} из ${results.length}${rest} (${seconds.toFixed(1)} с)`
  })
  const { states, transitions, guards, pairs } = coverage
  const reached = Object.entries({
    состояния: states,
    переходы: transitions,
    'исходы условий': guards,
    пары: pairs,
    'отказы вызовов': problems,
  })
    .filter(([, { all }]) => all.length > 0)
    .map(([words, { all, unplayed }]) => `${words} ${all.length - unplayed.length}/${all.length}`)
  const failures = levels.flatMap(({ title, results }) =>
    results.flatMap(({ path, failure }) =>
      failure === null
        ? []
        : [
            [
              `  ✗ ${title}, путь ${idOf(path)}: ${lineOf(model, path)}`,
              `    шаг ${failure.step}: ${indented(failure.message)}`,
            ],
          ],
    ),
  )
  const beyond = levels.flatMap(({ title, beyond: those = [] }) =>
    [...Map.groupBy(those, ({ why }) => why)].map(
      ([why, { length }]) => `  не сыграть, ${title}, путей ${length}: ${why}`,
    ),
  )
  const rest = failures.length - most
  return [
    `${nameOf(model)}: ${figures.join(' · ')}`,
    `  ${reached.join(' · ')}`,
    ...beyond,
    ...complaints.map((complaint) => `  ✗ ${complaint}`),
    ...failures.slice(0, most).flat(),
    ...(rest > 0 ? [`  … и ещё ${rest}: в отчёте`] : []),
  ]
}

export function brokenLine({ name, why }: Broken): string {
  return `✗ ${name} не сыграно: ${indented(why)}`
}

/** The message of an assertion without ANSI colours and cut to a few lines: the report has the rest. */
function indented(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const told = lines.filter((line) => line.trim() !== '').slice(0, 6)
  return told.join('\n      ')
}
