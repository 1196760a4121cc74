import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { RunnerConfig } from './config.ts'
import { type Found, findMachines, planned } from './discover-models.ts'
import { idOf } from './ledger.ts'
import { nameOf } from './model.ts'
import { lineOf } from './paths/play-paths.ts'

/** An invalid command: its message is printed without a stack trace. */
export class UsageError extends Error {}

/** Random walks script the responses in advance, so they never run against a real server. */
export type WalkLevel = 'machine' | 'browser'
export type PlayLevel = WalkLevel | 'e2e'
/** The discovered machines, their folder and the selected machine; all machines if none is selected. */
type Selection = { found: Found; folder: string; machine: string | undefined }
export type PlayCommand = Selection & {
  do: 'play'
  /** The id of a path; undefined for all paths. */
  path: string | undefined
  level: PlayLevel | undefined
  /** Paths to play in Chromium: the fewest that take every transition, the fewest for every case of each event, or all. */
  chosen: 'cover' | 'cases' | 'all'
  show: boolean
  step: boolean
  /** Screenshots of every browser step. Failures always get one. */
  pictures: boolean
}
export type WalkCommand = Selection & { do: 'walk'; milliseconds: number; seed: number; level: WalkLevel }
export type ReplayCommand = Selection & { do: 'replay'; file: string; level: WalkLevel; show: boolean; step: boolean }
export type AcceptCommand = Selection & { do: 'accept'; level: PlayLevel | undefined }
type MutateCommand = Selection & { do: 'mutate'; product: boolean }
type Command =
  | PlayCommand
  | WalkCommand
  | ReplayCommand
  | AcceptCommand
  | MutateCommand
  | { do: 'draw' }
  | { do: 'help'; text: string }

const help = (names: readonly string[]) => `npm run qa -- [machine [path]] [options]
  plays the paths of the machines: all on the machine; in Chromium the fewest that take every transition; on a real
  server those on which it responds differently. A path is its number or its id in the report.
  --level machine|browser|e2e   one level
  --cases                       in Chromium each transition with every case of its event
  --all                         all paths in Chromium and on the server, and random walks
  --show                        opens a visible browser
  --step                        waits for Enter before each step
  --no-pictures                 screenshots of failures only
npm run qa -- [machine] --walk 5m [--seed N] [--level browser]
  random walks for a time (30s, 5m); a failed walk is shrunk and stored in reports/qa/walks
npm run qa -- --replay file [--level browser [--show] [--step]]
  replays a stored walk; npm test replays those in tests/models/saved-paths
npm run qa -- [machine] --accept [--level machine]
  writes the present behaviour of the machine to its ledger and the pages to its accepted views; review the diff
npm run qa -- --draw
  draws the machines in docs/machines (Mermaid)
npm run qa:mutate -- [machine] [--product]
  mutates the machines, or with --product the app, in one place at a time, and counts the detected mutants

machines: ${names.join(', ')}`

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const
const options = {
  help: flag,
  all: flag,
  cases: flag,
  show: flag,
  step: flag,
  accept: flag,
  draw: flag,
  mutate: flag,
  product: flag,
  pictures: { type: 'boolean', default: true },
  level: text,
  walk: text,
  seed: text,
  replay: text,
  /** The folder of the models; only the test of the example in CONTRIBUTING.md uses another one. */
  models: text,
} as const

export async function parseCommand(config: RunnerConfig, args: string[]): Promise<Command> {
  const { values, positionals } = parsed(args)
  const folder = values.models ?? config.models
  const found = await findMachines(folder)
  const names = found.machines.map(({ model }) => nameOf(model))
  if (values.help) return { do: 'help', text: help(names) }
  const [machine, path, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected: ${more.join(' ')}\n\n${help(names)}`)
  if (machine !== undefined) requireMachine(machine, found)
  const selection = { found, folder, machine }
  const { show, step, walk, replay: file, pictures, product } = values
  const level = levelOf(values.level)
  if (values.draw) return { do: 'draw' }
  if (values.mutate) return { do: 'mutate', ...selection, product }
  if (values.accept) return { do: 'accept', ...selection, level }
  if (file !== undefined && !existsSync(file)) throw new UsageError(`There is no file ${file}`)
  if (file !== undefined)
    return { do: 'replay', ...selection, file, level: walkLevelOf(level), show: show || step, step }
  if (walk !== undefined)
    return {
      do: 'walk',
      ...selection,
      milliseconds: timeOf(walk),
      seed: seedOf(values.seed),
      level: walkLevelOf(level),
    }
  const id = machine === undefined || path === undefined ? undefined : knownPath(found, machine, path)
  const chosen = values.all ? 'all' : values.cases ? 'cases' : 'cover'
  return { do: 'play', ...selection, path: id, level, chosen, show: show || step, step, pictures }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, allowNegative: true, options })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nSee npm run qa -- --help`)
  }
}

export function requireMachine(machine: string, { machines, broken }: Found): void {
  const known = machines.map(({ model }) => nameOf(model))
  if (known.includes(machine)) return
  const reasons = broken.map(({ name, why }) => `\n${name} cannot be played: ${why}`)
  throw new UsageError(`There is no machine ${machine}: ${known.join(', ')}${reasons.join('')}`)
}

/** Returns the id of a path that is given by its id or by its number in the list. */
function knownPath(found: Found, machine: string, wanted: string): string {
  const { ready, broken } = planned(found, machine)
  const { model, plan } = ready[0] ?? {}
  if (model === undefined || plan === undefined) throw new UsageError(broken.map(({ why }) => why).join('\n'))
  const path = plan.paths.find((one, index) => idOf(one) === wanted || String(index + 1) === wanted)
  if (path !== undefined) return idOf(path)
  const list = plan.paths.map((one, index) => `${String(index + 1).padStart(4)}  ${idOf(one)}  ${lineOf(model, one)}`)
  throw new UsageError(`The machine ${machine} has no path ${wanted}. Its paths:\n${list.join('\n')}`)
}

function levelOf(level: string | undefined): PlayLevel | undefined {
  if (level === undefined || level === 'machine' || level === 'browser' || level === 'e2e') return level
  throw new UsageError(`There is no level ${level}: machine, browser, e2e`)
}

function walkLevelOf(level: PlayLevel = 'machine'): WalkLevel {
  if (level === 'e2e') throw new UsageError('There are no random walks on a real server: machine, browser')
  return level
}

function timeOf(written: string): number {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(written) ?? []
  if (count === undefined) throw new UsageError(`--walk ${written}: use 30s or 5m`)
  return Number(count) * (unit === 'm' ? 60_000 : 1000)
}

function seedOf(written = '0'): number {
  if (!/^\d+$/.test(written)) throw new UsageError(`--seed ${written}: use an integer`)
  return Number(written)
}
