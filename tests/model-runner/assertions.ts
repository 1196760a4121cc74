import type { Texts } from './config.ts'
import type { Machine } from './discover-models.ts'
import { firstDifference, type Ledger, linesOf, unaccepted } from './ledger.ts'
import type { Model } from './model.ts'
import { type PlayedEvents, playEvents } from './observations.ts'
import { linesOf as transitionLines } from './paths/coverage.ts'
import type { Failure, PathResult } from './paths/play-paths.ts'
import type { Path } from './paths/replay.ts'
import { type Defect, defectOf } from './report/defects.ts'
import { differencesOf } from './report/difference.ts'
import { bilingual, guardWords } from './report/words.ts'
import { brokenRule, concerningRules } from './rule.ts'

type CheckedMachine = Pick<Machine, 'model' | 'onMachine'>
type Accepted = { ledger: Ledger | null; texts: Texts }

/** Checks each path against the accepted ledger and every rule. */
export async function checkPaths(
  machine: CheckedMachine,
  paths: readonly Path[],
  accepted: Accepted,
): Promise<PathResult[]> {
  const results: PathResult[] = []
  for (const path of paths) {
    const started = performance.now()
    const checked = await checkPath(machine, path, accepted)
    results.push({ path, ...checked, milliseconds: Math.round(performance.now() - started) })
  }
  return results
}

/** Ledger entries of paths that the machine no longer has: one defect of the machine. */
export function removedPaths({ model }: CheckedMachine, paths: readonly Path[], { ledger, texts }: Accepted): Defect[] {
  if (ledger === null) return []
  const { gone } = unaccepted(model, paths, ledger)
  if (gone.length === 0) return []
  const problem = {
    ru: `принятых путей, которых у машины больше нет: ${gone.length}; первый: ${gone[0]}`,
    en: `paths of the ledger that the machine no longer has: ${gone.length}; the first: ${gone[0]}`,
  }
  return [defectOf(model, problem, { texts, details: gone.join('\n') })]
}

async function checkPath(
  { model, onMachine }: CheckedMachine,
  path: Path,
  accepted: Accepted,
): Promise<Pick<PathResult, 'failure' | 'rules'>> {
  const events = path.steps.map(({ event }) => event)
  try {
    const played = await playEvents(model, onMachine, events)
    return { failure: failureOf(model, path, played, accepted), rules: concerningRules(model, played) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { failure: { step: events.length, message, shown: null } }
  }
}

function failureOf(model: Model, path: Path, played: PlayedEvents, { ledger, texts }: Accepted): Failure | null {
  const broken = brokenRule(model, played)
  if (broken !== null) {
    const { title, source } = broken.rule
    const { ru, en } = bilingual(texts, title)
    const words = ru === en ? ru : `${ru} / ${en}`
    const message = `broken rule: ${words} (${source})\nseen: ${broken.error === undefined ? whatHappened(played, broken.step) : `the rule throws ${broken.error}`}${guardsOf(model, path, broken.step, texts)}`
    return { step: broken.step, message, shown: null }
  }
  if (ledger === null) return null
  const lines = linesOf(model, path)
  const difference = firstDifference(ledger, lines, played)
  if (difference === null) return null
  const { line, expected, found } = difference
  const message =
    expected === null
      ? `the ledger has no such step: ${JSON.stringify(found)}`
      : `differs from the ledger:\n${differences(expected, found).join('\n')}`
  const step = lines.indexOf(line) + 1
  return { step, message: message + guardsOf(model, path, step, texts), shown: null }
}

/** The guards that a step has evaluated, a line each. */
function guardsOf({ machine }: Model, { steps }: Path, step: number, texts: Texts): string {
  const lines = transitionLines(machine)
  const outcomes = steps[step - 1]?.guardOutcomes ?? []
  return lines
    .flatMap(({ key, guard }) => {
      const outcome = [true, false].find((one) => outcomes.includes(`${key} | ${one}`))
      if (guard === null || outcome === undefined) return []
      const { ru, en } = guardWords(texts, guard, [])
      return `\nguard ${guard} (${ru} / ${en}): ${outcome ? 'да / holds' : 'нет / refuses'}`
    })
    .join('')
}

/** The state that a step leads to, and all that it does. */
function whatHappened({ start, observations }: PlayedEvents, step: number): string {
  const { after, effects, begun } = observations[step - 1] ?? start
  const done = [
    ...effects.map(({ action, params }) => (params === undefined ? action : `${action} ${JSON.stringify(params)}`)),
    ...begun.map(({ id, input }) => `starts ${id} with ${JSON.stringify(input) ?? 'nothing'}`),
  ]
  return `${JSON.stringify(after.value)}, ${done.join(', ') || 'no effect'}`
}

/** Differences of two values in words, by their path in the value. */
function differences(accepted: unknown, found: unknown): string[] {
  return differencesOf(accepted, found).map(
    ({ place, expected, seen }) => `${place}: accepted ${expected}, found ${seen}`,
  )
}
