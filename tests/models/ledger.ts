import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AnyEventObject } from 'xstate'
import { statesIn } from './coverage.ts'
import type { MachineLevel } from './machine-level.ts'
import { type Model, nameOf } from './model.ts'
import { type Beginning, type Moment, playEvents } from './moments.ts'
import type { Path } from './replay.ts'
import { lineOf, separator } from './runner.ts'

/** What came of an event, as the ledger has it: what did not change is left out. */
type Outcome = {
  state: string
  context?: Record<string, unknown>
  tags?: string[]
  does?: unknown[]
  begins?: Record<string, unknown>
  ends?: string[]
  clocks?: number[]
}
type Entry = { event: AnyEventObject } & Outcome

/**
 * What each path of a machine came to when somebody last looked at it and accepted it: the truth that the machine of
 * today is held against, because a path that is generated from a wrong machine expects what is wrong.
 * An entry is a path so far, in words; the entry before it is the same without its last event.
 */
export type Ledger = { start: Outcome; steps: Record<string, Entry> }

/** Where the machine and its ledger part: after which path so far, and what each of them says. */
export type Difference = { line: string; expected: Outcome | null; found: Outcome | string | null }

/** Plays the paths on the machine as it runs, and tells what came of them. */
export async function record(model: Model, level: MachineLevel, paths: readonly Path[]): Promise<Ledger> {
  const ledger: Ledger = { start: { state: '' }, steps: {} }
  for (const path of paths) {
    const events = path.steps.map(({ event }) => event)
    const { start, moments } = await playEvents(model, level, events)
    ledger.start = outcomeOf(start)
    for (const [index, moment] of moments.entries()) {
      const line = lineOf(model, path, index + 1)
      const entry = plain({ event: moment.event, ...outcomeOf(moment) })
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

/** Plays every path of the ledger on the machine of today. Of each path the first difference counts, up to `most` in all. */
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

/** A path as its entries are called, in order. */
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
  return partingOf(ledger, lines, played)
}

type PlayedEvents = Awaited<ReturnType<typeof playEvents>>

/** Where what came of a path first differs from what the ledger has of it, or where the ledger ends. */
export function partingOf(
  ledger: Ledger,
  lines: readonly string[],
  { start, moments }: PlayedEvents,
): Difference | null {
  const beginning = outcomeOf(start)
  if (!isDeepStrictEqual(beginning, ledger.start)) return { line: '', expected: ledger.start, found: beginning }
  for (const [index, moment] of moments.entries()) {
    const line = lines[index] ?? ''
    const found = outcomeOf(moment)
    const entry = ledger.steps[line]
    if (entry === undefined) return { line, expected: null, found }
    const { event: _, ...expected } = entry
    if (!isDeepStrictEqual(found, expected)) return { line, expected, found }
  }
  return null
}

/** Whole paths, each as its entries in order. */
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

function outcomeOf(moment: Beginning | Moment): Outcome {
  const { after, wishes, begun, ended, clocks } = moment
  const known = 'before' in moment ? (moment.before.context as Record<string, unknown>) : {}
  const changed = Object.entries(after.context as Record<string, unknown>).filter(
    ([name, value]) => !isDeepStrictEqual(plain(value), plain(known[name])),
  )
  const tags = [...after.tags].toSorted()
  return plain({
    state: [...statesIn(after), ...(after.status === 'active' ? [] : [after.status])].join(', '),
    ...(changed.length > 0 && { context: Object.fromEntries(changed.map(([name, value]) => [name, value ?? null])) }),
    ...(tags.length > 0 && { tags }),
    ...(wishes.length > 0 && { does: wishes }),
    ...(begun.length > 0 && { begins: Object.fromEntries(begun.map(({ id, input }) => [id, input ?? null])) }),
    ...(ended.length > 0 && { ends: ended }),
    ...(clocks.length > 0 && { clocks }),
  })
}

/** As JSON keeps it, so that what is read back equals what was written. */
function plain<Value>(value: Value): Value {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value)
}

/** Known by the events alone: a path keeps its name when others come and go. */
export function idOf({ steps }: Path): string {
  const events = JSON.stringify(steps.map(({ event }) => event))
  return createHash('sha256').update(events).digest('hex').slice(0, 8)
}

function fileOf(name: string, folder: string): string {
  return join(folder, 'ledger', `${name}.json`)
}

/** Null where nothing was accepted yet. */
export function readLedger(name: string, folder = import.meta.dirname): Ledger | null {
  const file = fileOf(name, folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Ledger) : null
}

/** A line for each entry, so that a review's diff shows what came to be otherwise. */
export async function writeLedger(name: string, { start, steps }: Ledger, folder = import.meta.dirname): Promise<void> {
  const entries = Object.entries(steps).map(([line, entry]) => `    ${JSON.stringify(line)}: ${JSON.stringify(entry)}`)
  const text = `{\n  "start": ${JSON.stringify(start)},\n  "steps": {\n${entries.join(',\n')}\n  }\n}\n`
  const file = fileOf(name, folder)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
