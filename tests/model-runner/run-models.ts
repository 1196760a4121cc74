import { checkPaths, removedPaths } from './assertions.ts'
import { type BrowserPool, openBrowserPool } from './browser/browser-pool.ts'
import type { BrowserStage } from './browser/browser-stage.ts'
import type { PlayCommand, PlayLevel } from './command-line.ts'
import type { EndToEnd, RunnerConfig, Texts } from './config.ts'
import { type Broken, type Machine, planned } from './discover-models.ts'
import type { UnplayablePath } from './e2e/e2e-level.ts'
import { idOf, readLedger } from './ledger.ts'
import { type Level, type LevelName, nameOf } from './model.ts'
import { coverOf, endingEverywhere } from './paths/path-cover.ts'
import { type PathResult, type Plan, play } from './paths/play-paths.ts'
import type { Path } from './paths/replay.ts'
import { type Screenshots, withScreenshots } from './report/screenshots.ts'
import { machineLines } from './summary.ts'
import { AcceptedViews } from './views/accepted-views.ts'
import { waitingForEnter } from './walk-command.ts'

/**
 * `of` counts the planned paths of this level, played or not; `unplayable` are paths that cannot be played
 * on this level, each with the reason.
 */
export type LevelResults = {
  level: LevelName
  results: PathResult[]
  of: number
  seconds: number
  unplayable?: UnplayablePath[]
}
/** `violations` concern the whole machine; `unplayed` counts planned paths that were not played. */
export type Played = { plan: Plan; levels: LevelResults[]; violations: string[]; unplayed: number }
type Ready = Machine & { plan: Plan }
type Stages = { pool: BrowserPool | null; endToEnd: EndToEnd | null; screenshots: Screenshots; texts: Texts }

/**
 * Plays the selected paths, and prints a line for each machine with its failures. Screenshots are added to
 * `screenshots`.
 */
export async function playAll(
  { app, texts, endToEnd: openEndToEnd }: RunnerConfig,
  command: PlayCommand,
  screenshots: Screenshots,
): Promise<{ played: Played[]; broken: Broken[] }> {
  const { ready, broken } = planned(command.found, command.machine)
  const pool =
    command.level === 'machine'
      ? null
      : await openBrowserPool(app, { show: command.show, viewsOf: acceptedViews(app, command) })
  const endToEnd = pool && command.level !== 'browser' ? await openEndToEnd() : null
  const played: Played[] = []
  try {
    for (const machine of ready) {
      const one = await playMachine(machine, command, { pool, endToEnd, screenshots, texts }).catch((error: Error) => {
        broken.push({ name: nameOf(machine.model), why: error.message })
        return null
      })
      if (one === null) continue
      played.push(one)
      console.log(machineLines(one, texts).join('\n'))
    }
    return { played, broken }
  } finally {
    await endToEnd?.close()
    await pool?.close()
  }
}

/** Only the default selection of paths has accepted views of all situations. Other languages are compared with `--all`. */
function acceptedViews(
  { languages, unsteady }: RunnerConfig['app'],
  { folder, path, chosen }: PlayCommand,
): BrowserPool['viewsOf'] {
  const names = languages.map(({ name }) => name)
  const options = {
    folder,
    mode: chosen === 'cover' && path === undefined ? ('strict' as const) : ('known' as const),
    languages: chosen === 'all' ? names : names.slice(0, 1),
    unsteady,
  }
  const known = new Map<string, AcceptedViews>()
  return (model) => {
    const views = known.get(nameOf(model)) ?? new AcceptedViews(model, options)
    known.set(nameOf(model), views)
    return views
  }
}

async function playMachine(
  machine: Ready,
  command: PlayCommand,
  { pool, endToEnd, screenshots, texts }: Stages,
): Promise<Played> {
  const { model, onMachine, plan } = machine
  const { path, level: only, chosen, show, pictures } = command
  const one = path === undefined ? null : plan.paths.filter((each) => idOf(each) === path)
  const all = one ?? plan.paths
  // A second model of the same machine: the first one plays every case.
  const cases = model.name === undefined ? plan.cases : plan.cover
  const inChromium =
    one ?? { cover: endingEverywhere(plan.cover), cases: endingEverywhere(cases), all: plan.paths }[chosen]
  const ledger = readLedger(nameOf(model), command.folder)
  const isOn = (level: PlayLevel) => only === undefined || only === level
  const inBrowser = pool === null ? null : await machine.inBrowser()
  if (pool !== null && inBrowser === null) throw new Error('the machine has no browser level')
  // Only for the cover: the report would otherwise contain thousands of screenshots.
  const shown = pictures ? (one ?? plan.cover) : []
  const ofPages = (pool: BrowserPool) =>
    inBrowser && withScreenshots(inBrowser(pool), { machine: nameOf(model), screenshots, paths: shown })
  const onPages = pool !== null && isOn('browser') ? ofPages(pool) : null

  const timed = async (
    level: LevelName,
    paths: readonly Path[],
    run: (paths: readonly Path[]) => Promise<PathResult[]>,
  ): Promise<LevelResults> => {
    const started = performance.now()
    const results = paths.length === 0 ? [] : await run(paths)
    return { level, results, of: all.length, seconds: (performance.now() - started) / 1000 }
  }
  const ofMachine = isOn('machine') ? [...all, ...(one === null ? plan.pairs : [])] : []
  const onItself = await timed('machine', ofMachine, (paths) => play({ model, paths }, onMachine))
  const checked = await timed('ledger', isOn('machine') ? all : [], (paths) =>
    checkPaths(machine, paths, { ledger, texts }),
  )
  const onPage = await timed('browser', onPages === null ? [] : inChromium, (paths) =>
    playInBrowser(model, paths, onPages, command),
  )
  const levels = [onItself, checked, onPage]
  const player = isOn('e2e') ? endToEnd?.players[nameOf(model)] : undefined
  if (pool !== null && player !== undefined && endToEnd !== null) {
    const { playable, unplayable } = player.partition(plan)
    const wanted = chosen === 'all' ? playable : coverOf(playable, endToEnd.measure)
    const paths = one === null ? wanted : playable.filter((each) => one.includes(each))
    const results = await timed('e2e', paths, (some) => player.play(pool.browser, { model, paths: some }, show ? 1 : 2))
    levels.push({ ...results, unplayable })
  }
  const isComplete = onPages !== null && onPage.results.every(({ failure }) => failure === null)
  return {
    plan,
    levels,
    violations: [
      ...(ledger === null ? [`there is no ledger: npm run qa -- ${nameOf(model)} --accept`] : []),
      ...(one === null ? removedPaths(machine, plan.paths, ledger) : []),
      ...(one === null && isComplete ? (pool?.viewsOf(model)?.violations(pool.app.languages[0].name) ?? []) : []),
    ],
    unplayed: Math.max(0, all.length - onItself.results.length) + inChromium.length - onPage.results.length,
  }
}

async function playInBrowser(
  model: Machine['model'],
  paths: readonly Path[],
  onPages: Level<BrowserStage> | null,
  { show, step }: PlayCommand,
): Promise<PathResult[]> {
  if (onPages === null) return []
  const level = step ? waitingForEnter(model, onPages) : onPages
  return play({ model, paths }, level, show ? { concurrency: 1 } : { concurrency: 6, again: true })
}
