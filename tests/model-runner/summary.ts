import { stripVTControlCharacters } from 'node:util'
import type { Texts } from './config.ts'
import type { Broken } from './discover-models.ts'
import { idOf } from './ledger.ts'
import { levelTitles, nameOf, titleOf } from './model.ts'
import { playedCoverage } from './paths/coverage.ts'
import type { Failure, PathResult } from './paths/play-paths.ts'
import { type Defect, defectLines, defectText } from './report/defects.ts'
import { headlineOf } from './report/headline.ts'
import { bilingual } from './report/words.ts'
import type { Played } from './run-models.ts'

/**
 * The counts of a run. `flaky` paths passed at the second try, `quarantined` ones failed as known; `skipped` paths were
 * planned and not played.
 */
export type Sum = {
  passed: number
  failed: number
  flaky: number
  quarantined: number
  skipped: number
  failures: string[]
}

/** Every defect counts as a failure. */
export function sumOf(played: readonly Played[], defects: readonly Defect[]): Sum {
  const results = played.flatMap(({ levels }) => levels.flatMap((level) => level.results))
  const quarantined = results.filter(({ failure }) => failure?.quarantine).length
  const flaky = results.filter(({ failure }) => failure?.isFlaky && !failure.quarantine).length
  const failed = results.filter(({ failure }) => failure !== null).length - flaky - quarantined
  const all = [...played.flatMap((one) => one.defects), ...defects]
  return {
    passed: results.length - failed - flaky - quarantined,
    failed: failed + all.length,
    flaky,
    quarantined,
    skipped: played.reduce((sum, { unplayed }) => sum + unplayed, 0),
    failures: [...all.map((one) => defectLines(one).join(' / ')), ...played.flatMap(failuresOf)],
  }
}

/** One line for each model; the summary of all tests repeats them. */
function failuresOf({ plan: { model }, levels }: Played): string[] {
  return levels.flatMap(({ level, results }) =>
    results.flatMap(({ path, failure }) =>
      failure === null
        ? []
        : `${nameOf(model)} ${idOf(path)}, ${levelTitles[level].en}, step ${failure.step}: ${kindOf(failure)}${headlineOf(failure.message)}${quarantineWords(failure)}`,
    ),
  )
}

function kindOf({ passedOnOtherLevel }: Failure): string {
  return passedOnOtherLevel === undefined ? '' : `the levels disagree, path ${passedOnOtherLevel} passed on the other: `
}

function quarantineWords({ quarantine }: Failure): string {
  if (quarantine === undefined) return ''
  const { until, owner, reason } = quarantine
  return ` (quarantined until ${until}, ${owner}: ${reason})`
}

/** Number of failures per machine that are printed in full. */
const maxFailures = 5

/** One line per machine and one per problem. Paths that were not played are reported as such, never as passed. */
export function machineLines({ plan, levels, defects }: Played, texts: Texts): string[] {
  const { model } = plan
  const { coverage, problems } = playedCoverage(
    plan,
    levels.flatMap(({ results }) => results),
  )
  const figures = levels.map(({ level, results, of, seconds }) => {
    const title = levelTitles[level].en
    if (results.length === 0) return `${title}: not played`
    const passed = results.filter(({ failure }) => failure === null).length
    const rest = of > results.length ? `, ${of - results.length} not played` : ''
    const quarantined = results.filter(({ failure }) => failure?.quarantine).length
    const mark = passed + quarantined === results.length ? '✓' : '✗'
    const known = quarantined === 0 ? '' : `, ${quarantined} quarantined`
    return `${title} ${mark} ${passed} of ${results.length}${known}${rest} (${seconds.toFixed(1)} s)`
  })
  const { states, transitions, guards, pairs } = coverage
  const reached = Object.entries({
    states,
    transitions,
    'guard outcomes': guards,
    pairs,
    problems,
  })
    .filter(([, { all }]) => all.length > 0)
    .map(([words, { all, unplayed }]) => `${words} ${all.length - unplayed.length}/${all.length}`)
  const lineOf = ({ steps }: PathResult['path']) =>
    steps.map((step) => bilingual(texts, titleOf(model, step)).en).join(' → ') || 'only the start'
  const failures = levels.flatMap(({ level, results }) =>
    results.flatMap(({ path, failure }) =>
      failure === null
        ? []
        : [
            [
              `  ${failure.quarantine ? '~' : '✗'} ${levelTitles[level].en}, path ${idOf(path)}: ${lineOf(path)}${quarantineWords(failure)}`,
              `    step ${failure.step}: ${kindOf(failure)}${headlineOf(failure.message)}`,
              `      ${indented(failure.message)}`,
            ],
          ],
    ),
  )
  const unplayable = levels.flatMap(({ level, unplayable: those = [] }) =>
    [...Map.groupBy(those, ({ why }) => why)].map(
      ([why, { length }]) => `  unplayable, ${levelTitles[level].en}, ${length} paths: ${bilingual(texts, why).en}`,
    ),
  )
  const rest = failures.length - maxFailures
  return [
    `${nameOf(model)}: ${figures.join(' · ')}`,
    `  ${reached.join(' · ')}`,
    ...unplayable,
    ...defects.flatMap(defectLines).map((line) => `  ✗ ${line}`),
    ...failures.slice(0, maxFailures).flat(),
    ...(rest > 0 ? [`  … and ${rest} more in the report`] : []),
  ]
}

/** A defect for the terminal, in both languages and with the first technical lines. */
export function printedDefect(defect: Defect): string {
  const lines = [`✗ ${defectText(defect, 'ru')}`, `  ${defectText(defect, 'en')}`]
  return [...lines, ...(defect.details === '' ? [] : [`      ${indented(defect.details)}`])].join('\n')
}

export function brokenLine({ name, why }: Broken): string {
  return `✗ ${name} cannot be played: ${indented(why)}`
}

/** The message of an assertion without ANSI colours and cut to a few lines: the report has the rest. */
function indented(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const shown = lines.filter((line) => line.trim() !== '').slice(0, 6)
  return shown.join('\n      ')
}
