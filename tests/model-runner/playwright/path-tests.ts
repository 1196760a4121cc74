import { test as base, type TestDetails } from 'playwright/test'
import { type BrowserPool, declaringPool, poolOn, withoutSnapshots } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { PageSnapshots } from '#tests/model-runner/browser/page-snapshots.ts'
import { hostPages } from '#tests/model-runner/browser/static-host.ts'
import { requirementsOf } from '#tests/model-runner/check-path.ts'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { findMachines, type Machine } from '#tests/model-runner/discover-models.ts'
import { hasEnded } from '#tests/model-runner/known-failure.ts'
import { idOf, type Level, lineOf, type Model, nameOf, withFaultTitles } from '#tests/model-runner/model.ts'
import { statesIn } from '#tests/model-runner/paths/coverage.ts'
import { byStateAndEvent, coverOf, endingEverywhere } from '#tests/model-runner/paths/path-cover.ts'
import { gaps, plan } from '#tests/model-runner/paths/plan.ts'
import { type FindFailure, shrink, walkFailureOn, walkOf } from '#tests/model-runner/paths/random-walks.ts'
import { type Path, replay } from '#tests/model-runner/paths/replay.ts'
import { type Say, sayIn, testerLanguage } from '#tests/model-runner/words.ts'
import { playAsTest } from './play-as-test.ts'

const words = {
  ru: { rest: 'прочие кнопки и оставшиеся снимки', walk: 'случайный путь' },
  en: { rest: 'other buttons and left snapshots', walk: 'random walk' },
}[testerLanguage]

/** Random walks of each machine in a page, by their seeds; `QA_SEED` is the first. */
const walks = { first: Number(process.env.QA_SEED ?? 0), count: 3 }

type Levels = {
  compared: Level<BrowserStage>
  /** For paths without snapshots: another way to a situation may leave an older message or draft on the page. */
  besides: Level<BrowserStage>
}

/**
 * Declares a Playwright test for each path of each machine on its pages, with a scripted network. The tests of a machine
 * are played in order by one worker: each state is inspected once, and the buttons that nothing has pressed come last.
 * `extent` of the config says which paths are declared.
 */
export async function testOnPages(config: RunnerConfig): Promise<void> {
  const { app, texts, models: folder } = config
  const say = sayIn(texts, testerLanguage)
  const snapshots = new Map<Model, PageSnapshots>()
  const test = base.extend<object, { pool: BrowserPool }>({
    pool: [
      async ({ browser }, use) => {
        const host = await hostPages(process.env.QA_PAGES ?? app.pages)
        await use(poolOn(app, { browser, origin: host.origin, snapshotsOf: (model) => snapshots.get(model) ?? null }))
        await host.close()
      },
      { scope: 'worker' },
    ],
  })
  const { machines, broken } = await findMachines(folder)
  for (const { name, why } of broken)
    test(name, () => {
      throw new Error(why)
    })
  const faultKeys = new Set<string>()
  for (const group of Map.groupBy(machines, ({ model }) => model.machine.id).values()) {
    // The first model of a machine ends in every state: the states are inspected there.
    const ordered = group.toSorted(
      (one, other) => Number(one.model.name !== undefined) - Number(other.model.name !== undefined),
    )
    const planned = await Promise.all(ordered.map(plannedMachine))
    test.describe(() => {
      test.describe.configure({ mode: 'default' })
      for (const one of planned) test.describe(say(one.machine.model.title), () => declareTests(one))
    })
  }

  async function plannedMachine(machine: Machine) {
    const { model } = machine
    const whole = plan(model)
    // A second model of the same machine: the first one ends in every state.
    const cover = model.name === undefined ? endingEverywhere(whole.cover) : whole.cover
    snapshots.set(model, new PageSnapshots(model, cover, { folder, unsteady: app.unsteady }))
    const inBrowser = await machine.inBrowser()
    if (inBrowser === null) throw new Error(`${nameOf(model)} has no browser level`)
    const declared = inBrowser(declaringPool(app))
    const missing = gaps(model, declared)
    if (missing.length > 0) throw new Error(`${nameOf(model)}:\n${missing.join('\n')}`)
    const requirements = new Map<string, string[]>()
    const others = config.extent === 'everything' ? whole.paths : []
    const chosen = new Set(config.extent === 'states' ? coverOf(cover, byStateAndEvent) : cover)
    for (const path of new Set([...cover, ...others])) requirements.set(idOf(path), await requirementsOf(machine, path))
    return {
      machine,
      whole,
      cover,
      chosen,
      others,
      inBrowser,
      faults: declared.faults?.(whole.paths) ?? [],
      requirements,
    }
  }

  function declareTests({
    machine: { model },
    whole,
    cover,
    chosen,
    others,
    inBrowser,
    faults,
    requirements,
  }: Awaited<ReturnType<typeof plannedMachine>>): void {
    const levels = once((pool: BrowserPool) => ({
      compared: inBrowser(pool),
      besides: inBrowser(withoutSnapshots(pool)),
    }))
    const passed = new Set<string>()
    const declare = (
      path: Path,
      tags: readonly string[],
      levelOf: (levels: Levels) => Level<BrowserStage> | undefined,
      titled: Model = model,
    ) => {
      const id = idOf(path)
      const [title, details] = described(titled, path, { say, tags, requirements: requirements.get(id) ?? [] })
      test(title, details, async ({ pool }, info) => {
        applyKnownFailure(config, id)
        const level = levelOf(levels(pool))
        if (level === undefined) throw new Error('the path is not declared')
        await playAsTest(info, { model: titled, path, level, texts })
        passed.add(id)
      })
    }

    const covered = new Set(cover.map(idOf))
    for (const path of cover.filter((one) => one.steps.length === 0 || chosen.has(one)))
      declare(path, [], ({ compared }) => compared)
    const cases = new Set(whole.cases.map(idOf))
    for (const path of others.filter((one) => !covered.has(idOf(one))))
      declare(path, cases.has(idOf(path)) ? ['@cases'] : [], ({ besides }) => besides)
    for (const fault of faults) {
      const id = idOf(fault.path)
      const key = config.extent === 'states' ? fault.kind : fault.key
      const isUsual = key !== undefined && !faultKeys.has(key)
      if (key !== undefined) faultKeys.add(key)
      if (!isUsual && config.extent !== 'everything') continue
      const level = ({ compared }: Levels) =>
        compared.faults?.(whole.paths).find(({ path }) => idOf(path) === id)?.level
      declare(fault.path, ['@fault'], level, withFaultTitles(model, [fault]))
    }
    if (config.extent === 'everything')
      for (const seed of Array.from({ length: walks.count }, (_, index) => walks.first + index)) declareWalk(seed)
    if (config.extent === 'states') return
    test(words.rest, { tag: tagsOf(nameOf(model), []) }, async ({ pool }, info) => {
      test.skip(!cover.every((path) => passed.has(idOf(path))), 'not every path of the machine was played before')
      const { presses } = levels(pool).compared
      for (let left = presses?.left(cover) ?? []; left.length > 0; left = presses?.left(cover) ?? [])
        for (const one of left)
          if (presses !== undefined)
            await playAsTest(info, {
              model: withFaultTitles(model, [one]),
              path: one.path,
              level: presses.level,
              texts,
            })
      base.expect(snapshots.get(model)?.leftOver(), 'snapshots that no path reaches').toEqual([])
    })

    function declareWalk(seed: number): void {
      const details = { tag: [...tagsOf(nameOf(model), []), '@walk'] }
      test(`${words.walk} seed=${seed}`, details, async ({ pool }, info) => {
        const { besides } = levels(pool)
        const findFailure: FindFailure = (walk) => walkFailureOn(model, besides, walk)
        const failure = await findFailure(walkOf(model, seed))
        if (failure === null) return
        const shortest = await shrink(model, findFailure, failure)
        const path = replay(model.machine, model.input, shortest.walk)
        await info.attach('shortest path.json', { body: JSON.stringify(shortest.walk, null, 2) })
        throw new Error(`${lineOf(model, path, say)}\n${shortest.why}`)
      })
    }
  }
}

type Described = { say: Say; tags: readonly string[]; requirements: readonly string[] }

/** The title of a path, and its tags: machine, states, events and requirements, as a ticket names them. */
export function described(model: Model, path: Path, { say, tags, requirements }: Described): [string, TestDetails] {
  const [name, id] = [nameOf(model), idOf(path)]
  const states = [path.start, ...path.steps.map(({ after }) => after)].flatMap(statesIn)
  const events = path.steps.map(({ event }) => event.type)
  const all = [...tagsOf(name, [...states, ...events]), ...tags, ...requirements.map((one) => `@${one}`)]
  return [
    `${lineOf(model, path, say)} [${id}]`,
    { tag: [...new Set(all)], annotation: { type: 'path', description: `${name} ${id}` } },
  ]
}

function tagsOf(name: string, parts: readonly string[]): string[] {
  return [`@${name}`, ...parts.map((part) => `@${name}:${part}`)]
}

/** A known failure is expected or not played until its day; then it fails again. */
export function applyKnownFailure({ knownFailures }: Pick<RunnerConfig, 'knownFailures'>, id: string): void {
  const known = knownFailures.find(({ path }) => path === id)
  if (known === undefined || hasEnded(known)) return
  if (known.how === 'skip') base.fixme(true, known.reason)
  else base.fail(true, known.reason)
}

/** The value of the first call: a worker has one pool. */
function once<Value, Argument>(make: (argument: Argument) => Value): (argument: Argument) => Value {
  let made: { value: Value } | null = null
  return (argument) => {
    made ??= { value: make(argument) }
    return made.value
  }
}
