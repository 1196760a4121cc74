import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AnyEventObject } from 'xstate'
import type { MachineLevel } from './machine-level.ts'
import { type Model, nameOf } from './model.ts'
import { type Observation, type PlayedEvents, playEvents, type StartObservation } from './observations.ts'
import { statesIn } from './paths/coverage.ts'
import { lineOf, separator } from './paths/play-paths.ts'
import type { Path } from './paths/replay.ts'

/** The effects of an event in the ledger, without unchanged values. */
export type StepOutcome = {
  state: string
  context?: Record<string, unknown>
  tags?: string[]
  does?: unknown[]
  begins?: Record<string, unknown>
  ends?: string[]
  clocks?: number[]
}
type Entry = { event: AnyEventObject } & StepOutcome

/**
 * The accepted effects of each path of a machine. The present machine is compared with it,
 * because paths generated from a wrong machine expect wrong behaviour.
 * The key of an entry is the path so far, in words; its parent entry has the same key without the last event.
 * `reasons` are those of its changes, the newest last; git knows who accepted each and when.
 */
export type Ledger = { start: StepOutcome; steps: Record<string, Entry>; reasons?: string[] }

/** A difference between the machine and its ledger: the path so far, the expected and the found effects. */
export type Difference = { line: string; expected: StepOutcome | null; found: StepOutcome | string | null }

/** Plays the paths on the running machine, and returns their effects as a ledger. */
export async function record(model: Model, level: MachineLevel, paths: readonly Path[]): Promise<Ledger> {
  const ledger: Ledger = { start: { state: '' }, steps: {} }
  for (const path of paths) {
    const events = path.steps.map(({ event }) => event)
    const { start, observations } = await playEvents(model, level, events)
    ledger.start = outcomeOf(start)
    for (const [index, observation] of observations.entries()) {
      const line = lineOf(model, path, index + 1)
      const entry = plain({ event: observation.event, ...outcomeOf(observation) })
      const known = ledger.steps[line]
      if (known !== undefined && !isDeepStrictEqual(known.event, entry.event))
        throw new Error(`${nameOf(model)}: two events are both called «${line}»`)
      if (known !== undefined && !isDeepStrictEqual(known, entry))
        throw new Error(`${nameOf(model)}: «${line}» does not always come to the same`)
      ledger.steps[line] = entry
    }
  }
  return ledger
}

/** Plays every path of the ledger on the present machine. Returns the first difference of each path, at most `most`. */
export async function compare(
  model: Pick<Model, 'machine' | 'input'>,
  level: MachineLevel,
  ledger: Ledger,
  most = Number.POSITIVE_INFINITY,
): Promise<Difference[]> {
  const differences = new Map<string, Difference>()
  for (const lines of pathsIn(ledger)) {
    if (differences.size >= most) break
    const entries = lines.map((line) => ledger.steps[line] as Entry)
    const difference = await differenceOn(model, level, { ledger, lines, entries })
    if (difference !== null) differences.set(difference.line, difference)
  }
  return [...differences.values()]
}

/** Paths that were never accepted, and those that the machine no longer has. */
export function unaccepted(model: Model, paths: readonly Path[], ledger: Ledger): { added: string[]; gone: string[] } {
  const present = new Set(paths.flatMap((path) => linesOf(model, path)))
  return {
    added: [...present].filter((line) => !(line in ledger.steps)),
    gone: Object.keys(ledger.steps).filter((line) => !present.has(line)),
  }
}

/** The ledger keys of a path, in order. */
export function linesOf(model: Model, path: Path): string[] {
  return path.steps.map((_, index) => lineOf(model, path, index + 1))
}

type Written = { ledger: Ledger; lines: readonly string[]; entries: readonly Entry[] }

async function differenceOn(
  model: Pick<Model, 'machine' | 'input'>,
  level: MachineLevel,
  { ledger, lines, entries }: Written,
): Promise<Difference | null> {
  const events = entries.map(({ event }) => event)
  let played: PlayedEvents
  try {
    played = await playEvents(model, level, events)
  } catch (error) {
    return { line: lines.at(-1) ?? '', expected: null, found: error instanceof Error ? error.message : String(error) }
  }
  return firstDifference(ledger, lines, played)
}

/** The first difference between the effects of a path and its ledger; also the end of the ledger. */
export function firstDifference(
  ledger: Ledger,
  lines: readonly string[],
  { start, observations }: PlayedEvents,
): Difference | null {
  const beginning = outcomeOf(start)
  if (!isDeepStrictEqual(beginning, ledger.start)) return { line: '', expected: ledger.start, found: beginning }
  for (const [index, observation] of observations.entries()) {
    const line = lines[index] ?? ''
    const found = outcomeOf(observation)
    const entry = ledger.steps[line]
    if (entry === undefined) return { line, expected: null, found }
    const { event: _, ...expected } = entry
    if (!isDeepStrictEqual(found, expected)) return { line, expected, found }
  }
  return null
}

/** The complete paths of a ledger, each as its keys in order. */
function pathsIn({ steps }: Ledger): string[][] {
  const lines = Object.keys(steps)
  const inner = new Set(lines.map(before))
  return lines.filter((line) => !inner.has(line)).map(chainOf)
}

function chainOf(line: string): string[] {
  const chain: string[] = []
  for (let rest = line; rest !== ''; rest = before(rest)) chain.unshift(rest)
  return chain
}

function before(line: string): string {
  const end = line.lastIndexOf(separator)
  return end === -1 ? '' : line.slice(0, end)
}

function outcomeOf(observation: StartObservation | Observation): StepOutcome {
  const { after, effects, begun, ended, timers } = observation
  const known = 'before' in observation ? (observation.before.context as Record<string, unknown>) : {}
  const changed = Object.entries(after.context as Record<string, unknown>).filter(
    ([name, value]) => !isDeepStrictEqual(plain(value), plain(known[name])),
  )
  const tags = [...after.tags].toSorted()
  return plain({
    state: [...statesIn(after), ...(after.status === 'active' ? [] : [after.status])].join(', '),
    ...(changed.length > 0 && { context: Object.fromEntries(changed.map(([name, value]) => [name, value ?? null])) }),
    ...(tags.length > 0 && { tags }),
    ...(effects.length > 0 && { does: effects }),
    ...(begun.length > 0 && { begins: Object.fromEntries(begun.map(({ id, input }) => [id, input ?? null])) }),
    ...(ended.length > 0 && { ends: ended }),
    ...(timers.length > 0 && { clocks: timers }),
  })
}

/** A JSON round trip, so that a value equals its stored form. */
function plain<Value>(value: Value): Value {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value)
}

/** The id depends only on the events: it stays when other paths are added or removed. */
export function idOf({ steps }: Path): string {
  const events = JSON.stringify(steps.map(({ event }) => event))
  return createHash('sha256').update(events).digest('hex').slice(0, 8)
}

function fileOf(name: string, folder: string): string {
  return join(folder, 'ledger', `${name}.json`)
}

/** Null if nothing has been accepted yet. */
export function readLedger(name: string, folder: string): Ledger | null {
  const file = fileOf(name, folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Ledger) : null
}

/** Writes one line per entry, so that the diff shows which effects changed. */
export async function writeLedger(name: string, { start, steps, reasons = [] }: Ledger, folder: string): Promise<void> {
  const entries = Object.entries(steps).map(([line, entry]) => `    ${JSON.stringify(line)}: ${JSON.stringify(entry)}`)
  const accepted = reasons.map((reason) => `    ${JSON.stringify(reason)}`)
  const why = accepted.length === 0 ? '' : `  "reasons": [\n${accepted.join(',\n')}\n  ],\n`
  const text = `{\n${why}  "start": ${JSON.stringify(start)},\n  "steps": {\n${entries.join(',\n')}\n  }\n}\n`
  const file = fileOf(name, folder)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
