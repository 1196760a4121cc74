import { isDeepStrictEqual } from 'node:util'
import type { Machine } from './discover-models.ts'
import { type Ledger, linesOf, partingOf, unaccepted } from './ledger.ts'
import { playEvents } from './moments.ts'
import type { Failure, PathResult } from './paths/play-paths.ts'
import type { Path } from './paths/replay.ts'
import { brokenRule } from './rule.ts'

type Judged = Pick<Machine, 'model' | 'onMachine'>

/** Checks each path against the accepted ledger and every rule. */
export async function judge({ model, onMachine }: Judged, paths: readonly Path[], ledger: Ledger | null) {
  const results: PathResult[] = []
  for (const path of paths) {
    const started = performance.now()
    const failure = await failureOf({ model, onMachine }, path, ledger)
    results.push({ path, failure, milliseconds: Math.round(performance.now() - started) })
  }
  return results
}

/** Ledger entries of paths that the machine no longer has. */
export function goneFrom({ model }: Judged, paths: readonly Path[], ledger: Ledger | null): string[] {
  if (ledger === null) return []
  const { gone } = unaccepted(model, paths, ledger)
  return gone.map((line) => `в журнале есть, а машина так больше не ходит: ${line}`)
}

async function failureOf({ model, onMachine }: Judged, path: Path, ledger: Ledger | null): Promise<Failure | null> {
  const events = path.steps.map(({ event }) => event)
  try {
    const played = await playEvents(model, onMachine, events)
    const broken = brokenRule(model, played.moments)
    if (broken !== null)
      return { step: broken.step, message: `нарушено «${broken.rule.says}» (${broken.rule.source})`, shown: null }
    if (ledger === null) return null
    const lines = linesOf(model, path)
    const parting = partingOf(ledger, lines, played)
    if (parting === null) return null
    const { line, expected, found } = parting
    const message =
      expected === null
        ? `такого шага никто не принимал: ${JSON.stringify(found)}`
        : `принято иначе:\n${differences(expected, found).join('\n')}`
    return { step: lines.indexOf(line) + 1, message, shown: null }
  } catch (error) {
    return { step: events.length, message: error instanceof Error ? error.message : String(error), shown: null }
  }
}

/** Differences of two values, by their path in the value. */
function differences(accepted: unknown, found: unknown, place = ''): string[] {
  if (isDeepStrictEqual(accepted, found)) return []
  if (!isRecord(accepted) || !isRecord(found))
    return [`${place}: принято ${JSON.stringify(accepted) ?? 'ничего'}, вышло ${JSON.stringify(found) ?? 'ничего'}`]
  const keys = new Set([...Object.keys(accepted), ...Object.keys(found)])
  return [...keys].flatMap((key) => differences(accepted[key], found[key], place === '' ? key : `${place}.${key}`))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
