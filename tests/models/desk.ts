import { createInterface } from 'node:readline/promises'
import { type BrowserStage, type Desk, openDesk } from './browser/stage.ts'
import type { PlayWish } from './command-line.ts'
import { goneFrom, judge } from './judgement.ts'
import { idOf, readLedger } from './ledger.ts'
import { type Broken, type Machine, planned } from './machines.ts'
import { type Level, nameOf, titleOf } from './model.ts'
import type { Path } from './replay.ts'
import { type PathResult, type Plan, play } from './runner.ts'
import { machineLines } from './tally.ts'

/** `of` is how many paths there are to be played on this level, played or not. */
export type LevelResults = { title: string; results: PathResult[]; of: number; seconds: number }
/** `complaints` concern the machine as a whole; `unplayed` counts what was to be played and was not. */
export type Played = { plan: Plan; levels: LevelResults[]; complaints: string[]; unplayed: number }
type Ready = Machine & { plan: Plan }

/** Plays what is wished, and prints a line for each machine with what went wrong. */
export async function playAll(wish: PlayWish): Promise<{ played: Played[]; broken: Broken[] }> {
  const { ready, broken } = planned(wish.found, wish.machine)
  const desk = wish.level === 'machine' ? null : await openDesk({ show: wish.show })
  const played: Played[] = []
  try {
    for (const machine of ready) {
      const one = await playMachine(machine, wish, desk).catch((error: Error) => {
        broken.push({ name: nameOf(machine.model), why: error.message })
        return null
      })
      if (one === null) continue
      played.push(one)
      console.log(machineLines(one).join('\n'))
    }
    return { played, broken }
  } finally {
    await desk?.close()
  }
}

async function playMachine(machine: Ready, wish: PlayWish, desk: Desk | null): Promise<Played> {
  const { model, onMachine, plan } = machine
  const { path, level, chosen } = wish
  const one = path === undefined ? null : plan.paths.filter((each) => idOf(each) === path)
  const all = one ?? plan.paths
  const inChromium = one ?? { cover: plan.cover, cases: plan.cases, all: plan.paths }[chosen]
  const ledger = readLedger(nameOf(model), wish.folder)
  const isOnMachine = level !== 'browser'
  const ofBrowser = desk === null ? null : await machine.inBrowser()
  if (desk !== null && ofBrowser === null && model.name === undefined) throw new Error('у машины нет уровня браузера')
  const onPages = desk === null ? null : (ofBrowser?.(desk) ?? null)
  const levels = [
    await timed('машина', isOnMachine ? [...all, ...(one === null ? plan.pairs : [])] : [], all.length, (paths) =>
      play({ model, paths }, onMachine),
    ),
    await timed('журнал и правила', isOnMachine ? all : [], all.length, (paths) => judge(machine, paths, ledger)),
    await timed('браузер', onPages === null ? [] : inChromium, all.length, (paths) =>
      inBrowser(model, paths, onPages, wish),
    ),
  ]
  const [onItself, , onPage] = levels as [LevelResults, LevelResults, LevelResults]
  return {
    plan,
    levels,
    complaints: [
      ...(ledger === null ? [`журнала ещё нет: npm run qa -- ${nameOf(model)} --accept`] : []),
      ...(one === null ? goneFrom(machine, plan.paths, ledger) : []),
    ],
    unplayed:
      Math.max(0, all.length - onItself.results.length) +
      (desk !== null && ofBrowser === null ? 0 : inChromium.length) -
      onPage.results.length,
  }
}

async function inBrowser(
  model: Machine['model'],
  paths: readonly Path[],
  onPages: Level<BrowserStage> | null,
  { show, step }: PlayWish,
): Promise<PathResult[]> {
  if (onPages === null) return []
  const level = step ? steppingOf(model, onPages) : onPages
  return play({ model, paths: [...paths] }, level, show ? { atOnce: 1 } : { atOnce: 4, again: true })
}

/** Waits for a key before each step, and says which it will be. */
function steppingOf<Stage>(model: Machine['model'], level: Level<Stage>): Level<Stage> {
  const events = Object.entries(level.events).map(([type, drive]): [string, typeof drive] => [
    type,
    async (stage, step) => {
      await enter(titleOf(model, step))
      await drive(stage, step)
    },
  ])
  const close = async (stage: Stage) => {
    await enter('конец пути')
    await level.close(stage)
  }
  return { ...level, events: Object.fromEntries(events), close }
}

async function enter(words: string): Promise<void> {
  const keys = createInterface({ input: process.stdin, output: process.stdout })
  await keys.question(`${words} — Enter `)
  keys.close()
}

async function timed(
  title: string,
  paths: readonly Path[],
  of: number,
  run: (paths: Path[]) => Promise<PathResult[]>,
): Promise<LevelResults> {
  const started = performance.now()
  const results = paths.length === 0 ? [] : await run([...paths])
  return { title, results, of, seconds: (performance.now() - started) / 1000 }
}
