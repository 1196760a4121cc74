import { parseArgs } from 'node:util'
import { idOf } from './ledger.ts'
import { machines } from './machines.ts'
import { lineOf, plan } from './runner.ts'

/** What was asked for cannot be done: said in one line, without a stack. */
export class WrongWish extends Error {}

export type PlayWish = {
  do: 'play'
  machine: string | undefined
  /** The id of a path; undefined for all of them. */
  path: string | undefined
  level: 'machine' | 'browser' | 'real' | undefined
  all: boolean
  show: boolean
}
export type WalkWish = { do: 'walk'; machine: string | undefined; milliseconds: number; seed: number }
export type AcceptWish = { do: 'accept'; machine: string | undefined }
type HelpWish = { do: 'help'; words: string }

const words = `npm run qa -- [машина [путь]] [--level machine|browser|real] [--all] [--show]
  играет пути машин: на самой машине все, в Chromium те, что вместе проходят каждый переход; --all — все и там
  --level real — руками человека на настоящем сервере с базой: без --all те, где сервер отвечает по-разному
  путь — его номер или имя из отчёта; --show показывает его в окне браузера, медленно
npm run qa -- [машина] --walk 5m [--seed N]
  случайные прогулки по машинам, сколько сказано времени (30s, 5m); упавшая укорачивается и печатается
npm run qa -- [машина] --accept
  записывает в журнал (tests/models/ledger), что машина делает сейчас: разница видна в git diff
npm run qa:mutate -- [машина]
  портит машины по одному месту и считает, что из этого заметили

машины: ${machines.map(({ model }) => model.machine.id).join(', ')}`

export function readWish(args: string[]): PlayWish | WalkWish | AcceptWish | HelpWish {
  const { values, positionals } = parsed(args)
  const [machine = values.machine, path = values.path] = positionals
  if (values.help) return { do: 'help', words }
  if (machine !== undefined) refuseUnknownMachine(machine)
  if (values.accept) return { do: 'accept', machine }
  const seed = Number(values.seed ?? 0)
  if (values.walk !== undefined) return { do: 'walk', machine, milliseconds: timeOf(values.walk), seed }
  const { level, all, show } = values
  if (level !== undefined && level !== 'machine' && level !== 'browser' && level !== 'real')
    throw new WrongWish(`Уровня ${level} нет: machine, browser, real`)
  return { do: 'play', machine, path: machine && path && knownPath(machine, path), level, all, show }
}

function parsed(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const options = {
    help: flag,
    all: flag,
    show: flag,
    accept: flag,
    machine: { type: 'string' },
    path: { type: 'string' },
    level: { type: 'string' },
    walk: { type: 'string' },
    seed: { type: 'string' },
  } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new WrongWish(`${(error as Error).message}\n\n${words}`)
  }
}

function refuseUnknownMachine(machine: string): void {
  const known = machines.map(({ model }) => model.machine.id)
  if (!known.includes(machine)) throw new WrongWish(`Машины ${machine} нет: ${known.join(', ')}`)
}

/** A path by its id, or by its number in the list. */
function knownPath(machine: string, wanted: string): string {
  const { model } = machines.find((one) => one.model.machine.id === machine) ?? {}
  if (model === undefined) throw new WrongWish(`Машины ${machine} нет`)
  const { paths } = plan(model)
  const found = paths.find((path, index) => idOf(path) === wanted || String(index + 1) === wanted)
  if (found !== undefined) return idOf(found)
  const list = paths.map((path, index) => `${String(index + 1).padStart(4)}  ${idOf(path)}  ${lineOf(model, path)}`)
  throw new WrongWish(`Пути ${wanted} у машины ${machine} нет. Есть:\n${list.join('\n')}`)
}

function timeOf(text: string): number {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(text) ?? []
  if (count === undefined) throw new WrongWish(`--walk ${text}: напишите 30s или 5m`)
  return Number(count) * (unit === 'm' ? 60_000 : 1000)
}
