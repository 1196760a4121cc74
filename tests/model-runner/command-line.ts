import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { declaringPool } from './browser/browser-pool.ts'
import type { RunnerConfig } from './config.ts'
import { type Found, findMachines, modelFileOf, planned } from './discover-models.ts'
import { idOf } from './ledger.ts'
import type { Language } from './ledger-changes.ts'
import { nameOf } from './model.ts'
import { lineOf, playablePaths } from './paths/play-paths.ts'
import { readSavedWalk, type SavedWalk } from './paths/saved-paths.ts'
import type { Shard } from './paths/selection.ts'
import { tracesIn } from './paths/traces.ts'

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
  /** Whether every actor meets in Chromium every fault that its call can meet. */
  faults: boolean
  /** Screenshots of every browser step. Failures always get one. */
  pictures: boolean
  /** The file that the results are appended to. */
  history: string
  shard: Shard | undefined
  /** Milliseconds after which no further browser path begins. */
  budget: number | undefined
  /** The share of the weighted transitions that the browser paths cover before they end, from 0 to 1. */
  coverage: number | undefined
}
export type WalkCommand = Selection & { do: 'walk'; milliseconds: number; seed: number; level: WalkLevel }
export type ReplayCommand = Selection & {
  do: 'replay'
  walks: readonly Pick<SavedWalk, 'machine' | 'events'>[]
  level: WalkLevel
  show: boolean
  step: boolean
}
export type AcceptCommand = Selection & {
  do: 'accept'
  level: PlayLevel | undefined
  /** Why the behaviour changed; written to the ledger. */
  reason: string | undefined
  language: Language
}
/** Writes a manual checklist of the cover or of one path, or a Playwright spec of one path. */
export type EmitCommand = Selection & {
  do: 'emit'
  what: 'checklist' | 'spec'
  path: string | undefined
  language: Language
  out: string | undefined
}
/** Prints which rules and paths touch each requirement. */
type RequirementsCommand = Selection & { do: 'requirements'; language: Language }
/** Prints the trends of past runs. */
type HistoryCommand = Selection & { do: 'history'; file: string }
type MutateCommand = Selection & { do: 'mutate'; product: boolean }
export type Command =
  | PlayCommand
  | WalkCommand
  | ReplayCommand
  | AcceptCommand
  | EmitCommand
  | RequirementsCommand
  | HistoryCommand
  | MutateCommand
  | { do: 'draw' }
  | { do: 'help'; text: string }

const help = (names: readonly string[]) => `npm run qa -- [machine [path]] [options]
  plays the paths of the machines: all on the machine; in Chromium the fewest that take every transition; on a real
  server those on which it responds differently. A path is its number or its id in the report.
  --level machine|browser|e2e   one level
  --cases                       in Chromium each transition with every case of its event
  --faults                      in Chromium each call also fails in every way that calls can: 401, 403, 409, 428, 500,
                                502, no answer, no connection
  --all                         all paths in Chromium and on the server, the faults, and random walks
  --budget 5m                   in Chromium for a time, the most new transitions per second first; no real server
  --coverage 90%                in Chromium, in the same order, until so many of the weighted transitions are covered
  --shard 1/4                   a quarter of the paths, chosen by their ids
  --show                        opens a visible browser
  --step                        waits for Enter before each step
  --no-pictures                 screenshots of failures only
npm run qa -- [machine] --walk 5m [--seed N] [--level browser]
  random walks for a time (30s, 5m); a failed walk is shrunk and stored in reports/qa/walks
npm run qa -- --replay file [--level browser [--show] [--step]]
  replays a stored walk; npm test replays those in tests/models/saved-paths
npm run qa -- --from file [--level browser|machine [--show] [--step]]
  plays the machines of a ticket to the states that it names, or a recording of the development server; reports where a
  machine did what its model does not have
npm run qa -- [machine] --accept [--reason "…"] [--level machine]
  prints what the machine does otherwise than accepted, writes it to its ledger with the reason, and the pages to its
  accepted views; review the diff. A changed ledger needs a reason, changed views and a first ledger need none.
npm run qa -- [machine] --requirements
  the rules and paths that touch each requirement of the specification, and the requirements that none touches
npm run qa -- [machine] --history [--history-file file]
  trend, duration, flaky and failing paths of past runs of this branch, compared with the main branch. Every run appends
  its results to the file: QA_HISTORY, or reports/history.ndjson.
npm run qa -- [machine [path]] --emit checklist [--language ru|en] [--out file.csv]
  a manual checklist for spreadsheets: account, start address, data and visible expectations of every step of the paths
  that take every transition, or of one path
npm run qa -- machine path --emit spec [--language ru|en] [--out file.spec.ts]
  a Playwright spec of one path: clicks, keys, visible texts and the responses of the scripted network
npm run qa -- --draw
  draws the machines in docs/machines (SVG)
--language ru|en               of printed changes and rules; by default that of the system, or English
npm run qa:mutate -- [machine] [--product]
  mutates the machines, or with --product the app, in one place at a time, and counts the detected mutants

machines: ${names.join(', ')}`

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const
const options = {
  help: flag,
  all: flag,
  cases: flag,
  faults: flag,
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
  from: text,
  budget: text,
  coverage: text,
  shard: text,
  reason: text,
  requirements: flag,
  emit: text,
  out: text,
  history: flag,
  'history-file': text,
  language: text,
  /** The folder of the models; only the test of the example in CONTRIBUTING.md uses another one. */
  models: text,
} as const

export async function parseCommand(config: RunnerConfig, args: string[]): Promise<Command> {
  const { values, positionals } = parsed(args)
  const folder = values.models ?? config.models
  const found = await findMachines(folder)
  const pages = config.pages.map(nameOf)
  const names = [...found.machines.map(({ model }) => nameOf(model)), ...pages]
  if (values.help) return { do: 'help', text: help(names) }
  const [machine, path, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected: ${more.join(' ')}\n\n${help(names)}`)
  const isPage = machine !== undefined && pages.includes(machine)
  if (machine !== undefined && !isPage) requireMachine(machine, found)
  if (isPage && (path !== undefined || values.accept || values.walk !== undefined))
    throw new UsageError(`${machine} is a page: npm run qa -- ${machine} [--all] [--show]`)
  const selection = { found, folder, machine }
  const { show, step, walk, replay: file, from, pictures, product } = values
  const level = isPage ? 'e2e' : levelOf(values.level)
  const historyFile = values['history-file'] ?? historyFileOf(config, folder)
  if (values.draw) return { do: 'draw' }
  if (values.mutate) return { do: 'mutate', ...selection, product }
  if (values.accept)
    return { do: 'accept', ...selection, level, reason: reasonOf(values.reason), language: languageOf(values.language) }
  if (values.requirements) return { do: 'requirements', ...selection, language: languageOf(values.language) }
  if (values.history) return { do: 'history', ...selection, file: historyFile }
  const source = file ?? from
  if (source !== undefined && !existsSync(source)) throw new UsageError(`There is no file ${source}`)
  if (source !== undefined) {
    const walks = file === undefined ? walksFrom(source, found) : [readSavedWalk(file)]
    const where = from === undefined ? level : (level ?? 'browser')
    return { do: 'replay', ...selection, walks, level: walkLevelOf(where), show: show || step, step }
  }
  if (walk !== undefined)
    return {
      do: 'walk',
      ...selection,
      milliseconds: timeOf('--walk', walk),
      seed: seedOf(values.seed),
      level: walkLevelOf(level),
    }
  const id = machine === undefined || path === undefined ? undefined : await knownPath(config, found, { machine, path })
  if (level === 'e2e' && (values.budget ?? values.coverage) !== undefined)
    throw new UsageError('--budget and --coverage choose paths of Chromium, not of the real server')
  const { emit: what, out } = values
  if (what !== undefined && what !== 'checklist' && what !== 'spec')
    throw new UsageError(`There is nothing called ${what} to emit: checklist, spec`)
  if (what === 'spec' && id === undefined)
    throw new UsageError('--emit spec is for one path: npm run qa -- machine path')
  if (out !== undefined && machine === undefined) throw new UsageError('--out is for one machine')
  if (what !== undefined)
    return { do: 'emit', what, ...selection, path: id, language: languageOf(values.language), out }
  const chosen = values.all ? 'all' : values.cases ? 'cases' : 'cover'
  return {
    do: 'play',
    ...selection,
    path: id,
    level,
    chosen,
    faults: values.faults || values.all,
    show: show || step,
    step,
    pictures,
    history: historyFile,
    shard: shardOf(values.shard),
    budget: values.budget === undefined ? undefined : timeOf('--budget', values.budget),
    coverage: shareOf(values.coverage),
  }
}

/** The walks of a ticket or a recording. */
function walksFrom(file: string, found: Found): ReplayCommand['walks'] {
  const traces = tracesIn(readFileSync(file, 'utf8'), planned(found).ready)
  if (traces.length === 0) throw new UsageError(`${file} names no state of a machine`)
  const gaps = traces.flatMap(({ machine, gap }) => (gap === null ? [] : `✗ ${machine}: ${gap}`))
  if (gaps.length > 0) throw new UsageError(gaps.join('\n'))
  return traces
}

/** Models of another folder do not write into the history of the product's models. */
function historyFileOf({ models, history }: RunnerConfig, folder: string): string {
  return folder === models ? history.file : join(folder, 'report/history.ndjson')
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
  // A run reports the machine whose file cannot be loaded.
  if (known.includes(machine) || broken.some(({ name }) => name === modelFileOf(machine))) return
  const reasons = broken.map(({ name, why }) => `\n${name} cannot be played: ${why}`)
  throw new UsageError(`There is no machine ${machine}: ${known.join(', ')}${reasons.join('')}`)
}

/** Returns the id of a path that is given by its id or by its number in the list. */
async function knownPath(
  { app }: RunnerConfig,
  found: Found,
  { machine, path: wanted }: { machine: string; path: string },
): Promise<string> {
  const { ready, broken } = planned(found, machine)
  const { model, plan, inBrowser } = ready[0] ?? {}
  if (model === undefined || plan === undefined) throw new UsageError(broken.map(({ why }) => why).join('\n'))
  const level = (await inBrowser?.())?.(declaringPool(app))
  const faults = level?.faults?.(plan.paths) ?? []
  const path =
    plan.paths.find((_, index) => String(index + 1) === wanted) ??
    [...playablePaths(plan), ...faults.map((one) => one.path)].find((one) => idOf(one) === wanted)
  if (path !== undefined) return idOf(path)
  const list = plan.paths.map((one, index) => `${String(index + 1).padStart(4)}  ${idOf(one)}  ${lineOf(model, one)}`)
  throw new UsageError(`The machine ${machine} has no path ${wanted}. Its paths:\n${list.join('\n')}`)
}

function levelOf(level: string | undefined): PlayLevel | undefined {
  if (level === undefined || level === 'machine' || level === 'browser' || level === 'e2e') return level
  throw new UsageError(`There is no level ${level}: machine, browser, e2e`)
}

function reasonOf(written: string | undefined): string | undefined {
  if (written?.trim() === '') throw new UsageError('--reason is empty: say why the behaviour changed')
  return written?.trim()
}

/** By default the language of the system. */
function languageOf(written: string | undefined): Language {
  const language = written ?? (Intl.DateTimeFormat().resolvedOptions().locale.startsWith('ru') ? 'ru' : 'en')
  if (language === 'ru' || language === 'en') return language
  throw new UsageError(`There is no language ${written}: ru, en`)
}

function walkLevelOf(level: PlayLevel = 'machine'): WalkLevel {
  if (level === 'e2e') throw new UsageError('There are no random walks on a real server: machine, browser')
  return level
}

function shardOf(written: string | undefined): Shard | undefined {
  if (written === undefined) return undefined
  const [index = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(written)?.slice(1) ?? []).map(Number)
  if (index < 1 || index > of) throw new UsageError(`--shard ${written}: use 1/4 to 4/4`)
  return { index, of }
}

function shareOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const percent = Number(/^(\d{1,3})%?$/.exec(written)?.[1])
  if (!(percent > 0 && percent <= 100)) throw new UsageError(`--coverage ${written}: use 1% to 100%`)
  return percent / 100
}

function timeOf(option: string, written: string): number {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(written) ?? []
  if (count === undefined) throw new UsageError(`${option} ${written}: use 30s or 5m`)
  return Number(count) * (unit === 'm' ? 60_000 : 1000)
}

function seedOf(written = '0'): number {
  if (!/^\d+$/.test(written)) throw new UsageError(`--seed ${written}: use an integer`)
  return Number(written)
}
