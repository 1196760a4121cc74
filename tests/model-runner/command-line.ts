import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Found, findMachines, modelsFolder, planned } from './discover-models.ts'
import { idOf } from './ledger.ts'
import { nameOf } from './model.ts'
import { lineOf } from './paths/play-paths.ts'

/** An invalid command: its message is printed without a stack trace. */
export class WrongWish extends Error {}

/** Random walks script the responses in advance, so they never run against a real server. */
export type WalkLevel = 'machine' | 'browser'
export type LevelName = WalkLevel | 'real'
/** The discovered machines, their folder and the selected machine; all machines if none is selected. */
export type Among = { found: Found; folder: string; machine: string | undefined }
export type PlayWish = Among & {
  do: 'play'
  /** The id of a path; undefined for all paths. */
  path: string | undefined
  level: LevelName | undefined
  /** Paths to play in Chromium: the fewest that take every transition, the fewest for every case of each event, or all. */
  chosen: 'cover' | 'cases' | 'all'
  show: boolean
  step: boolean
  /** Screenshots of every browser step. Failures always get one. */
  pictures: boolean
}
export type WalkWish = Among & { do: 'walk'; milliseconds: number; seed: number; level: WalkLevel }
export type ReplayWish = Among & { do: 'replay'; file: string; level: WalkLevel; show: boolean; step: boolean }
export type AcceptWish = Among & { do: 'accept' }
type DrawWish = { do: 'draw' }
type HelpWish = { do: 'help'; words: string }

const words = (
  names: readonly string[],
) => `npm run qa -- [машина [путь]] [--level machine|browser|real] [--cases|--all] [--show] [--step] [--no-pictures]
  играет пути машин: на самой машине все, в Chromium самые немногие, что вместе проходят каждый переход;
  --cases — и там каждое событие каждым способом; --all — и там все, и случайные прогулки
  --level real — руками человека на настоящем сервере с базой: без --all те, где сервер отвечает по-разному
  путь — его номер или имя из отчёта; то же словами: --machine машина --path путь
  --show показывает его в окне браузера, медленно; --step ждёт Enter перед шагом
  --no-pictures: в отчёт идут картинки только того, что не прошло
npm run qa -- [машина] --walk 5m [--seed N] [--level browser]
  случайные прогулки, сколько сказано времени (30s, 5m); упавшая укорачивается и остаётся в reports/qa/walks
npm run qa -- --replay файл [--level browser [--show] [--step]]
  играет прогулку из файла; те, что лежат в tests/models/saved-paths, играет каждый npm test
npm run qa -- [машина] --accept
  записывает в журнал (tests/models/ledger), что машина делает сейчас: разница видна в git diff
npm run qa -- --draw
  рисует машины в docs/machines (Mermaid)
npm run qa:mutate -- [машина] [--product]
  портит машины (или сам продукт) по одному месту и считает, что из этого заметили

машины: ${names.join(', ')}`

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
  pictures: { type: 'boolean', default: true },
  machine: text,
  path: text,
  level: text,
  walk: text,
  seed: text,
  replay: text,
  /** The folder of the models; only the test of the example in CONTRIBUTING.md uses another one. */
  models: text,
} as const

export async function readWish(
  args: string[],
): Promise<PlayWish | WalkWish | ReplayWish | AcceptWish | DrawWish | HelpWish> {
  const { values, positionals } = parsed(args)
  const folder = values.models ?? modelsFolder
  const found = await findMachines(folder)
  const names = found.machines.map(({ model }) => nameOf(model))
  if (values.help) return { do: 'help', words: words(names) }
  const [machine = values.machine, path = values.path, ...more] = positionals
  if (more.length > 0) throw new WrongWish(`Лишнее: ${more.join(' ')}\n\n${words(names)}`)
  if (machine !== undefined) refuseUnknownMachine(machine, found)
  if (machine === undefined && path !== undefined) throw new WrongWish(`Чей путь ${path}? Есть: ${names.join(', ')}`)
  const among = { found, folder, machine }
  const { show, step, accept, walk, replay: file, draw, pictures } = values
  const level = levelOf(values.level)
  if (draw) return { do: 'draw' }
  if (accept) return { do: 'accept', ...among }
  if (file !== undefined && !existsSync(file)) throw new WrongWish(`Файла ${file} нет`)
  if (file !== undefined) return { do: 'replay', ...among, file, level: walkLevelOf(level), show: show || step, step }
  if (walk !== undefined)
    return { do: 'walk', ...among, milliseconds: timeOf(walk), seed: seedOf(values.seed), level: walkLevelOf(level) }
  const id = machine === undefined || path === undefined ? undefined : knownPath(found, machine, path)
  const chosen = values.all ? 'all' : values.cases ? 'cases' : 'cover'
  return { do: 'play', ...among, path: id, level, chosen, show: show || step, step, pictures }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, allowNegative: true, options })
  } catch (error) {
    throw new WrongWish(`${(error as Error).message}\nЧто можно: npm run qa -- --help`)
  }
}

export function refuseUnknownMachine(machine: string, { machines, broken }: Found): void {
  const known = machines.map(({ model }) => nameOf(model))
  if (known.includes(machine)) return
  const reasons = broken.map(({ name, why }) => `\nНе играет ${name}: ${why}`)
  throw new WrongWish(`Машины ${machine} нет: ${known.join(', ')}${reasons.join('')}`)
}

/** Returns the id of a path that is given by its id or by its number in the list. */
function knownPath(found: Found, machine: string, wanted: string): string {
  const { ready, broken } = planned(found, machine)
  const { model, plan } = ready[0] ?? {}
  if (model === undefined || plan === undefined) throw new WrongWish(broken.map(({ why }) => why).join('\n'))
  const path = plan.paths.find((one, index) => idOf(one) === wanted || String(index + 1) === wanted)
  if (path !== undefined) return idOf(path)
  const list = plan.paths.map((one, index) => `${String(index + 1).padStart(4)}  ${idOf(one)}  ${lineOf(model, one)}`)
  throw new WrongWish(`Пути ${wanted} у машины ${machine} нет. Есть:\n${list.join('\n')}`)
}

function levelOf(level: string | undefined): LevelName | undefined {
  if (level === undefined || level === 'machine' || level === 'browser' || level === 'real') return level
  throw new WrongWish(`Уровня ${level} нет: machine, browser, real`)
}

function walkLevelOf(level: LevelName = 'machine'): WalkLevel {
  if (level === 'real') throw new WrongWish('На настоящем сервере прогулок нет: machine, browser')
  return level
}

function timeOf(written: string): number {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(written) ?? []
  if (count === undefined) throw new WrongWish(`--walk ${written}: напишите 30s или 5m`)
  return Number(count) * (unit === 'm' ? 60_000 : 1000)
}

function seedOf(written = '0'): number {
  if (!/^\d+$/.test(written)) throw new WrongWish(`--seed ${written}: напишите целое число`)
  return Number(written)
}
