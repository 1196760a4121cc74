import type { Texts } from './config.ts'
import type { Machine } from './discover-models.ts'
import { firstDifference, type Ledger, linesOf, unaccepted } from './ledger.ts'
import type { Model } from './model.ts'
import { type PlayedEvents, playEvents } from './observations.ts'
import type { Failure, PathResult } from './paths/play-paths.ts'
import type { Path } from './paths/replay.ts'
import { differencesOf } from './report/difference.ts'
import { bilingual } from './report/words.ts'
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

/** Ledger entries of paths that the machine no longer has. */
export function removedPaths({ model }: CheckedMachine, paths: readonly Path[], ledger: Ledger | null): string[] {
  if (ledger === null) return []
  const { gone } = unaccepted(model, paths, ledger)
  return gone.map((line) => `the machine no longer has this path of the ledger: ${line}`)
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
    const message = `broken rule: ${bilingual(texts, title).en} (${source})\nseen: ${whatHappened(played, broken.step)}`
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
  return { step: lines.indexOf(line) + 1, message, shown: null }
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
