import pLimit, { type LimitFunction } from 'p-limit'
import { checkPaths, removedPaths } from './assertions.ts'
import { type BrowserPool, openBrowserPool, withoutViews } from './browser/browser-pool.ts'
import type { BrowserStage } from './browser/browser-stage.ts'
import { type EvidenceStore, recordingOf } from './browser/failure-evidence.ts'
import { type PlayCommand, type PlayLevel, UsageError } from './command-line.ts'
import type { EndToEnd, RunnerConfig, Texts } from './config.ts'
import { type Machine, planned } from './discover-models.ts'
import type { UnplayablePath } from './e2e/e2e-level.ts'
import { durationsOf } from './history/durations.ts'
import { readHistory } from './history/history-file.ts'
import { idOf, type Ledger, readLedger } from './ledger.ts'
import { withDisagreements } from './level-disagreement.ts'
import {
  type FaultCase,
  type Level,
  type LevelName,
  type Model,
  nameOf,
  type TitledPath,
  withFaultTitles,
} from './model.ts'
import { coverOf, endingEverywhere } from './paths/path-cover.ts'
import {
  type Again,
  gaps,
  type PathResult,
  type Plan,
  plan,
  play,
  playablePaths,
  playTwice,
} from './paths/play-paths.ts'
import type { Path } from './paths/replay.ts'
import { byValue, inShard, upToCoverage, weightErrors } from './paths/selection.ts'
import { endedQuarantines, type Quarantine, quarantineErrors, readQuarantine, withQuarantine } from './quarantine.ts'
import { type Defect, defectOf, defectsOfError, defectWithoutModel, ModelError } from './report/defects.ts'
import type { Bilingual } from './report/report-data.ts'
import { type Screenshots, withScreenshots } from './report/screenshots.ts'
import { machineLines } from './summary.ts'
import { AcceptedViews } from './views/accepted-views.ts'
import { differenceIn } from './views/view-difference.ts'
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
/** `defects` concern the whole machine; `unplayed` counts planned paths that were not played. */
export type Played = { plan: Plan; levels: LevelResults[]; defects: Defect[]; unplayed: number }
type Ready = Machine & { plan: Plan }
type Stages = {
  config: RunnerConfig
  pool: BrowserPool | null
  endToEnd: EndToEnd | null
  screenshots: Screenshots
  evidence: EvidenceStore
  quarantine: readonly Quarantine[]
  /** All machines share the pages and the servers. */
  onPages: LimitFunction
  onServers: LimitFunction
  /** What was played in the order of its value. */
  byValue: PlayedByValue | null
}
/** The results of browser paths, and the machines that have paths left because the time was over. */
type PlayedByValue = { results: Map<string, PathResult[]>; ended: Set<string> }
type PathLevel = { level: Level<BrowserStage>; again: Again<BrowserStage> | null }
type OnPages = PathLevel & {
  /**
   * The level of a path. The cover compares the accepted views, which are recorded on it. Another way to a situation may
   * leave an older message, draft or entry of the history on the page.
   */
  of: (path: Path) => PathLevel
  againOfFault: Again<BrowserStage> | null
  againOfPress: Again<BrowserStage> | null
  faults: readonly FaultCase<BrowserStage>[]
}
/** `one` is the only path that is played, if it is named; `all` are the chosen paths. */
type Prepared = {
  machine: Ready
  one: readonly Path[] | null
  all: readonly Path[]
  ledger: Ledger | null
  onItself: LevelResults
  checked: LevelResults
  onPages: OnPages | null
  faults: FaultCase<BrowserStage>[]
}
/** The result of a run, also of one that has ended early; `notices` concern no single path. */
export type Run = { played: Played[]; defects: Defect[]; notices: string[] }

/**
 * Plays the selected paths into `run`, and prints a line for each machine with its failures. Screenshots are added to
 * `screenshots`, files of failed browser paths to the folder of `evidence`.
 */
export async function playAll(
  config: RunnerConfig,
  command: PlayCommand,
  { run, screenshots, evidence }: Pick<Stages, 'screenshots' | 'evidence'> & { run: Run },
): Promise<void> {
  const { app, texts } = config
  const { ready, broken } = planned(command.found, command.machine)
  const onlyOnMachine = new Set<Model>()
  for (const { name, machine, error, why } of broken) {
    run.defects.push(...defectsOfError(name, machine?.model ?? null, error ?? why, texts))
    // Its paths show which rule it breaks. On a page they would only wait in vain.
    if (machine !== undefined && error instanceof ModelError && error.plan !== null) {
      ready.push({ ...machine, plan: error.plan })
      onlyOnMachine.add(machine.model)
    }
  }
  const quarantine = checkedQuarantine(config, command, ready)
  run.notices.push(...endedQuarantines(quarantine, ready.map(nameOfReady), today()))
  const pool =
    command.level === 'machine'
      ? null
      : await openBrowserPool(app, { show: command.show, viewsOf: acceptedViews(app, command) })
  const isByValue = command.budget !== undefined || command.coverage !== undefined
  let endToEnd: EndToEnd | null = null
  try {
    if (pool !== null && command.level !== 'browser' && !isByValue) endToEnd = await config.endToEnd()
    const stages: Stages = {
      config,
      pool,
      endToEnd,
      screenshots,
      evidence,
      quarantine,
      onPages: pLimit(command.show ? 1 : concurrentPages),
      onServers: pLimit(command.show ? 1 : concurrentServers),
      byValue: null,
    }
    if (isByValue && pool !== null)
      stages.byValue = await playByValue(
        ready.filter(({ model }) => !onlyOnMachine.has(model)),
        command,
        { ...stages, pool },
        run,
      )
    const stagesOf = ({ model }: Ready) => (onlyOnMachine.has(model) ? { ...stages, pool: null } : stages)
    const unlessBroken = <Value>(model: Model, value: Promise<Value>): Promise<Value | null> =>
      value.catch((error: unknown) => {
        run.defects.push(...defectsOfError(nameOf(model), model, error, texts))
        return null
      })
    const finish = (one: Played | null) => {
      if (one === null) return
      console.log(machineLines(one, texts).join('\n'))
      run.played.push(one)
    }
    const prepared: Prepared[] = []
    // One after the other: the first machine that has a kind of fault plays it. The levels without a page keep this process
    // busy, in which the real servers answer: they come first.
    for (const machine of ready) {
      const one = await unlessBroken(machine.model, prepare(machine, command, stagesOf(machine), prepared))
      if (one !== null) prepared.push(one)
    }
    const machines = pLimit(command.show ? 1 : concurrentMachines)
    // Two models of one machine share what they inspect and press.
    const groups = Map.groupBy(prepared, ({ machine }) => machine.model.machine.id)
    const played = machines.map(groups.values(), async (models) => {
      for (const one of models)
        finish(await unlessBroken(one.machine.model, playMachine(one, command, stagesOf(one.machine))))
    })
    const pages = machines.map(isByValue || endToEnd === null ? [] : chosenPages(config, command), async (model) =>
      finish(await unlessBroken(model, playPage(model, command, stages))),
    )
    await Promise.all([played, pages])
    const order = [...ready.map(nameOfReady), ...config.pages.map(nameOf)]
    const orderOf = ({ plan: { model } }: Played) => order.indexOf(nameOf(model))
    run.played.sort((one, other) => orderOf(one) - orderOf(other))
    run.defects.push(...unplayedDefects(run, command, { byValue: stages.byValue, texts }))
  } finally {
    await endToEnd?.close()
    await pool?.close()
  }
}

/** A selection that leaves nothing to play is a mistake, and so is a time that ends before the first path. */
function unplayedDefects(
  { played, defects }: Run,
  { machine, level, shard }: PlayCommand,
  { byValue, texts }: Pick<Stages, 'byValue'> & { texts: Texts },
): Defect[] {
  const isPlayed = ({ levels }: Played) => levels.some(({ results }) => results.length > 0)
  if (defects.length === 0 && !played.some(isPlayed))
    return [defectWithoutModel(machine ?? 'qa', { ru: 'под выбор не попал ни один путь', en: 'no path was selected' })]
  const isChosenByDesign = shard !== undefined || (level === 'e2e' && machine === undefined)
  return played.flatMap((one) => {
    const { model } = one.plan
    const isInBrowser = one.levels.some((of) => of.level === 'browser' && of.results.length > 0)
    if (byValue?.ended.has(nameOf(model)) && !isInBrowser)
      return defectOf(
        model,
        {
          ru: 'время кончилось раньше, чем в браузере начался первый путь',
          en: 'the time was over before the first path began in the browser',
        },
        { texts },
      )
    if (isPlayed(one) || isChosenByDesign) return []
    return defectOf(model, { ru: 'не сыгран ни один путь', en: 'no path was played' }, { texts })
  })
}

/** A defect for each selected model that a run has not finished. */
export function unfinishedDefects(
  { pages, texts }: Pick<RunnerConfig, 'pages' | 'texts'>,
  { found, machine, level }: Pick<PlayCommand, 'found' | 'machine' | 'level'>,
  { run, reason, details = '' }: { run: Run; reason: Bilingual; details?: string },
): Defect[] {
  const known = new Set([
    ...run.played.map(({ plan }) => nameOf(plan.model)),
    ...run.defects.map((defect) => defect.machine),
  ])
  const isOnServer = level === undefined || level === 'e2e'
  const models = [...found.machines.map(({ model }) => model), ...(isOnServer ? pages : [])]
  const selected = models.filter((model) => machine === undefined || nameOf(model) === machine)
  const problem = { ru: `не доиграно: ${reason.ru}`, en: `not played to the end: ${reason.en}` }
  const unfinished = selected.filter((model) => !known.has(nameOf(model)))
  return unfinished.length === 0
    ? [defectWithoutModel(machine ?? 'qa', problem, details)]
    : unfinished.map((model) => defectOf(model, problem, { texts, details }))
}

/** The quarantine list; throws if it or the weights name what the models do not have. */
function checkedQuarantine({ weights }: RunnerConfig, { found, folder }: PlayCommand, ready: readonly Ready[]) {
  const quarantine = readQuarantine(folder)
  const names = found.machines.map(({ model }) => nameOf(model))
  const wrong = [
    ...quarantineErrors(quarantine, names, ready),
    ...weightErrors(
      weights,
      ready.map(({ model }) => ({ name: nameOf(model), model })),
    ),
  ]
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'))
  return quarantine
}

function nameOfReady({ model }: Ready): string {
  return nameOf(model)
}

/** The day of this machine: a quarantine ends at midnight of its tester. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
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

/** Plays the levels without a page, and chooses what is played on pages. */
async function prepare(
  machine: Ready,
  command: PlayCommand,
  { pool, ...stages }: Stages,
  before: readonly Prepared[],
): Promise<Prepared> {
  const { model, onMachine, plan } = machine
  const { path, level: only, shard, folder } = command
  const one =
    path === undefined
      ? null
      : playablePaths(plan)
          .filter((each) => idOf(each) === path)
          .slice(0, 1)
  const all = one ?? inShard(plan.paths, shard)
  const pairs = one === null ? inShard(plan.pairs, shard) : []
  const ledger = readLedger(nameOf(model), folder)
  const isOnMachine = only === undefined || only === 'machine'
  const timed = timedLevels(model, all, stages)
  const onItself = await timed('machine', isOnMachine ? [...all, ...pairs] : [], (paths) =>
    play({ model, paths }, onMachine),
  )
  // The ledger has no additional pairs.
  const ofLedger = isOnMachine ? all.filter((each) => !plan.pairs.includes(each)) : []
  const checked = await timed('ledger', ofLedger, (paths) =>
    checkPaths(machine, paths, { ledger, texts: stages.config.texts }),
  )
  const onPages = pool === null ? null : await levelOnPages(machine, command, { ...stages, pool })
  const played = new Set(before.flatMap(({ faults }) => faults.map(({ key }) => key)))
  const faults = chosenFaults(onPages?.faults ?? [], command, played)
  return { machine, one, all, ledger, onItself, checked, onPages, faults }
}

type PlayPaths = (paths: readonly Path[]) => Promise<PathResult[]>

/** Plays paths on a level of a model, with the time that they took; `all` are its planned paths. */
function timedLevels(model: Model, all: readonly Path[], { quarantine }: Pick<Stages, 'quarantine'>) {
  return async (level: LevelName, paths: readonly Path[], run: PlayPaths): Promise<LevelResults> => {
    const started = performance.now()
    const played = paths.length === 0 ? [] : await run(paths)
    const results = withQuarantine(played, quarantine, { machine: nameOf(model), today: today() })
    return { level, results, of: all.length, seconds: (performance.now() - started) / 1000 }
  }
}

async function playMachine(
  { machine, one, all, ledger, onItself, checked, onPages, faults }: Prepared,
  command: PlayCommand,
  stages: Stages,
): Promise<Played> {
  const { pool, endToEnd, config } = stages
  const { texts } = config
  const { model, plan } = machine
  const problemOf = (problem: Bilingual) => defectOf(model, problem, { texts })
  const { level: only, chosen, shard } = command
  const name = nameOf(model)
  const isOn = (level: PlayLevel) => only === undefined || only === level
  const inChromium = one ?? browserPaths(machine, command)
  const timed = timedLevels(model, all, stages)
  const onPage = await timed('browser', onPages !== null && isOn('browser') ? inChromium : [], async (paths) =>
    onPages === null ? [] : (stages.byValue?.results.get(name) ?? playOnPages(model, paths, onPages, stages)),
  )
  // Where a page differs from its accepted view, other levels would only wait for what it no longer shows.
  const isPageChanged = onPage.results.some(({ failure }) => failure !== null && differenceIn(failure.message) !== null)
  onPage.results = eachDifferenceOnce(onPage.results)
  if (stages.byValue !== null) onPage.seconds = secondsOf(onPage.results)
  const levels = [onItself, checked, onPage]
  if (isOn('browser') && faults.length > 0 && !isPageChanged) {
    const paths = faults.map((fault) => fault.path)
    const again = onPages?.againOfFault ?? null
    const onFaults = await timed('faults', paths, () => playFaults(faults, again, stages))
    levels.push({ ...onFaults, of: faults.length })
  }
  const isWhole = one === null && shard === undefined && onPage.results.length === inChromium.length
  const isComplete = isWhole && onPage.results.every(({ failure }) => failure === null)
  const presses: TitledPath[] = []
  if (isComplete && isOn('browser') && onPages !== null) {
    const onButtons = await timed('presses', inChromium, () => playPresses(machine, onPages, { stages, presses }))
    if (presses.length > 0) levels.push({ ...onButtons, of: presses.length })
  }
  const isNamed = command.machine !== undefined || chosen === 'all'
  const player = isOn('e2e') && (isNamed || endToEnd?.inEveryRun.includes(name)) ? endToEnd?.players[name] : undefined
  if (pool !== null && player !== undefined && endToEnd !== null && !isPageChanged) {
    const { playable, unplayable } = player.partition(plan)
    const isInRealTime = endToEnd.inRealTime.includes(name)
    const cover = isInRealTime ? coverOf(playable) : coverOf(playable, endToEnd.measure)
    const wanted = inShard(chosen === 'all' && !isInRealTime ? playable : cover, shard)
    const paths = one === null ? wanted : playable.filter((each) => one.includes(each))
    const real = await timed('e2e', paths, (some) =>
      player.play(pool.browser, { model, paths: some }, { limit: stages.onServers, evidence: stages.evidence }),
    )
    const scripted = onPage.results
    onPage.results = withDisagreements(scripted, real.results)
    levels.push({ ...real, results: withDisagreements(real.results, scripted), unplayable })
  }
  return {
    plan: { ...plan, model: withFaultTitles(model, [...faults, ...presses]) },
    levels,
    defects: [
      ...(ledger === null ? [problemOf(noLedger(name))] : []),
      ...(one === null ? removedPaths(machine, plan.paths, { ledger, texts }) : []),
      ...(isComplete ? (pool?.viewsOf(model)?.violations(pool.app.languages[0].name) ?? []) : []).map(problemOf),
    ],
    unplayed: Math.max(0, all.length - onItself.results.length) + inChromium.length - onPage.results.length,
  }
}

/** A difference of the page stops every path that meets it: it is one failure, and the other paths were not played. */
function eachDifferenceOnce(results: readonly PathResult[]): PathResult[] {
  const differenceOf = ({ failure }: PathResult) => (failure?.quarantine ? null : differenceIn(failure?.message ?? ''))
  const groups = Map.groupBy(results, differenceOf)
  return results.flatMap((result) => {
    const alike = groups.get(differenceOf(result)) ?? []
    if (differenceOf(result) === null || alike.length === 1 || result.failure === null) return result
    if (alike[0] !== result) return []
    const stopped = `Так же остановились путей / paths that stop at the same difference: ${alike.length - 1}`
    return { ...result, failure: { ...result.failure, message: `${result.failure.message}\n${stopped}` } }
  })
}

function noLedger(name: string): Bilingual {
  const command = `npm run qa -- ${name} --accept`
  return { ru: `нет журнала принятых путей: ${command}`, en: `there is no ledger: ${command}` }
}

/** The models of pages: the one that is named, or all. */
function chosenPages({ pages }: RunnerConfig, { machine }: PlayCommand): Model[] {
  return pages.filter((model) => machine === undefined || nameOf(model) === machine)
}

/** Plays a page on the real server: the fewest paths with every case of each event. */
async function playPage(model: Model, { shard }: PlayCommand, stages: Stages): Promise<Played> {
  const { pool, endToEnd } = stages
  const player = endToEnd?.players[nameOf(model)]
  if (pool === null || player === undefined) throw new Error('no e2e player exports this page')
  const whole = plan(model)
  const { playable, unplayable } = player.partition(whole)
  const paths = inShard(coverOf(playable), shard)
  const started = performance.now()
  const results = await player.play(
    pool.browser,
    { model, paths },
    { limit: stages.onServers, evidence: stages.evidence },
  )
  const seconds = (performance.now() - started) / 1000
  return {
    plan: whole,
    levels: [{ level: 'e2e', results, of: whole.paths.length, seconds, unplayable }],
    defects: [],
    unplayed: paths.length - results.length,
  }
}

/** The paths of a machine that Chromium plays by default, with `--cases` or with `--all`. */
function browserPaths({ model, plan }: Ready, { chosen, shard }: Pick<PlayCommand, 'chosen' | 'shard'>): Path[] {
  // A second model of the same machine: the first one plays every case, and ends in every state.
  const ends = model.name === undefined ? endingEverywhere : (paths: Path[]) => paths
  return inShard({ cover: ends(plan.cover), cases: ends(plan.cases), all: plan.paths }[chosen], shard)
}

/** The browser level of a machine with screenshots, and the one that records a failed path when it is played again. */
async function levelOnPages(
  machine: Ready,
  { pictures, path, step }: PlayCommand,
  { pool, screenshots, evidence }: Stages & { pool: BrowserPool },
): Promise<OnPages> {
  const { model, plan } = machine
  const name = nameOf(model)
  const inBrowser = await machine.inBrowser()
  if (inBrowser === null) throw new Error('the machine has no browser level')
  // Only for the cover: the report would otherwise contain thousands of screenshots.
  const paths = pictures
    ? path === undefined
      ? plan.cover
      : playablePaths(plan).filter((one) => idOf(one) === path)
    : []
  const recorded = (of: (own: BrowserPool, failed: Path) => Level<BrowserStage>): Again<BrowserStage> | null =>
    step
      ? null
      : (failed) =>
          recordingOf(
            (begins) => {
              const take = async () => {
                const page = await pool.pages.take()
                await begins(page)
                return page
              }
              return of({ ...pool, pages: { ...pool.pages, take } }, failed)
            },
            { name: `${name}-${idOf(failed)}`, store: evidence },
          )
  const levelOn = (own: BrowserPool) => {
    const level = withScreenshots(inBrowser(own), { machine: name, screenshots, paths })
    return step ? waitingForEnter(model, level) : level
  }
  const onCover = { level: levelOn(pool), again: recorded(inBrowser) }
  const besides = { level: levelOn(withoutViews(pool)), again: recorded((own) => inBrowser(withoutViews(own))) }
  const cover = new Set(browserPaths(machine, { chosen: 'cover', shard: undefined }).map(idOf))
  return {
    ...onCover,
    of: (one) => (cover.has(idOf(one)) ? onCover : besides),
    faults: inBrowser(pool).faults?.(plan.paths) ?? [],
    againOfPress: recorded((own) => inBrowser(own).presses?.level ?? inBrowser(own)),
    againOfFault: recorded((own, failed) => {
      const level = inBrowser(own)
      const faults = level.faults?.(plan.paths) ?? []
      return faults.find((fault) => idOf(fault.path) === idOf(failed))?.level ?? level
    }),
  }
}

/** How many machines, pages and servers play at the same time. */
const concurrentMachines = 3
const concurrentPages = 4
const concurrentServers = 2

/** The faults of the calls: one by its id, those of a shard, or all; by default one of each key in a run. */
function chosenFaults(
  faults: readonly FaultCase<BrowserStage>[],
  { path, faults: isWanted, shard }: PlayCommand,
  played: Set<string | undefined>,
): FaultCase<BrowserStage>[] {
  if (path !== undefined) return faults.filter((fault) => idOf(fault.path) === path)
  const wanted = isWanted
    ? faults
    : faults.filter(({ key }) => key !== undefined && !played.has(key) && played.add(key))
  const paths = inShard(
    wanted.map((fault) => fault.path),
    shard,
  )
  return faults.filter((fault) => paths.includes(fault.path))
}

/** Each fault has drivers of its own. */
function playFaults(
  faults: readonly FaultCase<BrowserStage>[],
  again: Again<BrowserStage> | null,
  { onPages }: Stages,
): Promise<PathResult[]> {
  return onPages.map(faults, ({ path, level }) => playTwice(path, level, again))
}

/** Presses the buttons that no path has pressed, until none is left or one does nothing. `presses` gets the paths. */
async function playPresses(
  { model, plan }: Ready,
  onPages: OnPages,
  { stages, presses }: { stages: Stages; presses: TitledPath[] },
): Promise<PathResult[]> {
  const { left, level } = onPages.level.presses ?? { left: () => [], level: onPages.level }
  const results: PathResult[] = []
  for (let some = left(plan.paths); some.length > 0; some = left(plan.paths)) {
    presses.push(...some)
    const paths = some.map(({ path }) => path)
    const extended = withFaultTitles(model, some)
    results.push(...(await playInBrowser(extended, paths, { level, again: onPages.againOfPress }, stages)))
    if (results.some(({ failure }) => failure !== null)) break
  }
  return results
}

async function playOnPages(
  model: Model,
  paths: readonly Path[],
  onPages: OnPages,
  stages: Stages,
): Promise<PathResult[]> {
  const byLevel = [...Map.groupBy(paths, onPages.of)]
  const played = byLevel.map(([level, some]) => playInBrowser(model, some, level, stages))
  return (await Promise.all(played)).flat()
}

function playInBrowser(
  model: Machine['model'],
  paths: readonly Path[],
  { level, again }: PathLevel,
  { onPages }: Stages,
): Promise<PathResult[]> {
  return play({ model, paths }, level, { limit: onPages, again })
}

/**
 * Plays the browser paths of all machines, the most valuable first, until the time is over or so many transitions are
 * covered. A machine without a complete browser level is left to `playMachine`, which reports it.
 */
async function playByValue(
  ready: readonly Ready[],
  command: PlayCommand,
  stages: Stages & { pool: BrowserPool },
  { notices }: Run,
): Promise<PlayedByValue> {
  const { budget = Number.POSITIVE_INFINITY, coverage = 1 } = command
  const levels = new Map<string, OnPages>()
  for (const machine of ready) {
    const onPages = await levelOnPages(machine, command, stages).catch(() => null)
    if (onPages !== null && gaps(machine.model, onPages.level).length === 0) levels.set(nameOf(machine.model), onPages)
  }
  const machines = ready
    .map((machine) => ({ name: nameOf(machine.model), paths: browserPaths(machine, command) }))
    .filter(({ name }) => levels.has(name))
  const { results: past } = await readHistory(command.history)
  const order = byValue(machines, stages.config.weights, durationsOf(past))
  const waiting = command.coverage === undefined ? order : upToCoverage(order, coverage)
  const results = new Map<string, PathResult[]>(machines.map(({ name }) => [name, []]))
  const end = performance.now() + budget
  const ended = new Set<string>()
  let [count, share] = [0, 0]
  await stages.onPages.map(waiting, async (next) => {
    const onPages = levels.get(next.machine)
    if (performance.now() >= end) ended.add(next.machine)
    if (performance.now() >= end || onPages === undefined) return
    const { level, again } = onPages.of(next.path)
    results.get(next.machine)?.push(await playTwice(next.path, level, again))
    count += 1
    share = Math.max(share, next.share)
  })
  notices.push(
    `browser: the ${count} most valuable of ${order.length} paths, with ${Math.floor(share * 100)} % of the weighted transitions`,
  )
  return { results, ended }
}

/** Estimated, because paths of several machines are played at the same time. */
function secondsOf(results: readonly PathResult[]): number {
  return results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000 / concurrentPages
}
