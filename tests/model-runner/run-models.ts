import { goneFrom, judge } from './assertions.ts'
import { type Desk, openDesk } from './browser/browser-pool.ts'
import type { BrowserStage } from './browser/browser-stage.ts'
import { endingEverywhere } from './browser/state-visits.ts'
import type { LevelName, PlayWish } from './command-line.ts'
import { type Broken, type Machine, planned } from './discover-models.ts'
import type { Unplayed } from './e2e/e2e-level.ts'
import { openReality } from './e2e/e2e-runner.ts'
import { idOf, readLedger } from './ledger.ts'
import { type Level, levelTitles, nameOf } from './model.ts'
import { type PathResult, type Plan, play } from './paths/play-paths.ts'
import type { Path } from './paths/replay.ts'
import { type Album, pictured } from './report/screenshots.ts'
import { steppingOf } from './stepping.ts'
import { machineLines } from './summary.ts'

/**
 * `of` counts the planned paths of this level, played or not; `beyond` are paths that cannot be played
 * on this level, each with the reason.
 */
export type LevelResults = { title: string; results: PathResult[]; of: number; seconds: number; beyond?: Unplayed[] }
/** `complaints` concern the whole machine; `unplayed` counts planned paths that were not played. */
export type Played = { plan: Plan; levels: LevelResults[]; complaints: string[]; unplayed: number }
type Ready = Machine & { plan: Plan }

/**
 * Plays the selected paths, and prints a line for each machine with its failures. Screenshots are added to
 * `album`.
 */
export async function playAll(wish: PlayWish, album: Album): Promise<{ played: Played[]; broken: Broken[] }> {
  const { ready, broken } = planned(wish.found, wish.machine)
  const desk = wish.level === 'machine' ? null : await openDesk({ show: wish.show })
  const reality = desk && openReality(desk.browser)
  const played: Played[] = []
  try {
    for (const machine of ready) {
      const one = await playMachine(machine, wish, { desk, reality, album }).catch((error: Error) => {
        broken.push({ name: nameOf(machine.model), why: error.message })
        return null
      })
      if (one === null) continue
      played.push(one)
      console.log(machineLines(one).join('\n'))
    }
    return { played, broken }
  } finally {
    await reality?.close()
    await desk?.close()
  }
}

type Stages = { desk: Desk | null; reality: ReturnType<typeof openReality> | null; album: Album }

async function playMachine(machine: Ready, wish: PlayWish, { desk, reality, album }: Stages): Promise<Played> {
  const { model, onMachine, plan } = machine
  const { path, level, chosen } = wish
  const one = path === undefined ? null : plan.paths.filter((each) => idOf(each) === path)
  const all = one ?? plan.paths
  // A second model of the same machine: the first one plays every case.
  const cases = model.name === undefined ? plan.cases : plan.cover
  const inChromium =
    one ?? { cover: endingEverywhere(plan.cover), cases: endingEverywhere(cases), all: plan.paths }[chosen]
  const ledger = readLedger(nameOf(model), wish.folder)
  const isOn = (name: LevelName) => level === undefined || level === name
  const ofBrowser = desk === null ? null : await machine.inBrowser()
  if (desk !== null && ofBrowser === null) throw new Error('у машины нет уровня браузера')
  const plain = desk === null || !isOn('browser') ? null : (ofBrowser?.(desk) ?? null)
  // Only for the cover: the report would otherwise contain thousands of screenshots.
  const shown = wish.pictures ? (one ?? plan.cover) : []
  const onPages = plain && pictured(plain, { machine: nameOf(model), album, paths: shown })
  const levels = [
    await timed(
      levelTitles.machine,
      isOn('machine') ? [...all, ...(one === null ? plan.pairs : [])] : [],
      all.length,
      (paths) => play({ model, paths }, onMachine),
    ),
    await timed(levelTitles.judgement, isOn('machine') ? all : [], all.length, (paths) =>
      judge(machine, paths, ledger),
    ),
    await timed(levelTitles.browser, onPages === null ? [] : inChromium, all.length, (paths) =>
      inBrowser(model, paths, onPages, wish),
    ),
  ]
  if (reality?.knows(model) && isOn('real')) {
    const { playable, unplayed } = reality.sortOut(plan)
    const really = reality.chosenOf(playable, { path: one?.[0], all: chosen === 'all' })
    const found = await timed(levelTitles.real, really, all.length, (paths) =>
      reality.play(model, paths, wish.show ? 1 : 2),
    )
    levels.push({ ...found, beyond: unplayed })
  }
  const [onItself, , onPage] = levels as [LevelResults, LevelResults, LevelResults]
  return {
    plan,
    levels,
    complaints: [
      ...(ledger === null ? [`журнала ещё нет: npm run qa -- ${nameOf(model)} --accept`] : []),
      ...(one === null ? goneFrom(machine, plan.paths, ledger) : []),
    ],
    unplayed: Math.max(0, all.length - onItself.results.length) + inChromium.length - onPage.results.length,
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
  return play({ model, paths: [...paths] }, level, show ? { atOnce: 1 } : { atOnce: 6, again: true })
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
