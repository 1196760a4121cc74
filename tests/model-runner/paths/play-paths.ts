import pLimit, { type LimitFunction } from 'p-limit'
import type { Evidence } from '#tests/model-runner/browser/failure-evidence.ts'
import { eventsOf, type Level, type Model, nameOf, titleOf } from '#tests/model-runner/model.ts'
import type { Quarantine } from '#tests/model-runner/quarantine.ts'
import { type Gap, ModelError } from '#tests/model-runner/report/defects.ts'
import { messageOf } from '#tests/model-runner/report/difference.ts'
import { unstable } from '#tests/model-runner/report/headline.ts'
import {
  type Coverage,
  coverageOf,
  eventTypesOf,
  namedStatesOf,
  problemCoverage,
  statesIn,
  statesOf,
  type Tally,
} from './coverage.ts'
import { generatePaths, type PathOptions } from './generate-paths.ts'
import { byState, byTransition, coverOf, endingEverywhere } from './path-cover.ts'
import { type Path, replay, type Step } from './replay.ts'
import { pairsOf } from './transition-pairs.ts'

/** Limits the traversal of a machine whose context grows without end. */
const traversalLimit = 20_000

/**
 * `cover` are the fewest paths that take every transition, for expensive levels, and those of a second model of a machine
 * the fewest that reach every state; `cases` are the fewest that take each transition with every case of its event.
 * `pairs` are additional paths of the machine level.
 */
export type Plan = {
  model: Model
  paths: Path[]
  cover: Path[]
  cases: Path[]
  pairs: Path[]
  coverage: Coverage
  problems: Tally
}

/** The failed step and its message. A path that passes at the second try is flaky: it is reported and counted apart. */
export type Failure = {
  step: number
  message: string
  shown: string | null
  isFlaky?: true
  evidence?: Evidence
  /** The path on which another level passed this step: the levels disagree. */
  passedOnOtherLevel?: string
  /** The entry of the quarantine list that keeps this failure from failing the run. */
  quarantine?: Quarantine
}

export type PathResult = {
  path: Path
  /** Null if the path passed. */
  failure: Failure | null
  milliseconds: number
  /** Indexes of the rules that say something about the path; only the level of ledger and rules knows them. */
  rules?: number[]
}

/** The paths of a model and their coverage; throws what the model lacks as a `ModelError`. */
export function plan(model: Model): Plan {
  const events = undeclared(model)
  if (events.length > 0) throw new ModelError(model, events)
  const pathOptions = pathOptionsOf(model)
  const sequences = generatePaths(model.machine, model.input, pathOptions)
  const extraPaths = new Set((model.extraPaths ?? []).map((events) => JSON.stringify(events)))
  const found = new Set(sequences.map((events) => JSON.stringify(events)))
  const others = (model.extraPaths ?? []).filter((events) => !found.has(JSON.stringify(events)))
  const paths = [...sequences, ...others].map((events) => replay(model.machine, model.input, events))
  const isExtra = ({ steps }: Path) => extraPaths.has(JSON.stringify(steps.map(({ event }) => event)))
  const { possible, besides } = pairsOf(model, paths, pathOptions)
  const cases = new Set([...coverOf(paths), ...paths.filter(isExtra)])
  const whole: Plan = {
    model,
    paths,
    // The first model of a machine takes its transitions.
    cover: coverOf(paths, model.name === undefined ? byTransition : byState),
    cases: paths.filter((path) => cases.has(path)),
    pairs: besides,
    coverage: coverageOf(model.machine, [...paths, ...besides], possible),
    problems: problemCoverage(model),
  }
  const gaps = uncovered(whole)
  if (gaps.length > 0) throw new ModelError(model, gaps, whole)
  return whole
}

/** What the paths of a plan do not reach. */
function uncovered({ model, coverage, problems }: Plan): Gap[] {
  const impossible = model.impossibleOutcomes ?? {}
  return [
    ...coverage.states.unplayed.map((state) => ({
      ru: `ни один путь не приводит в состояние «${model.states[state] ?? state}» (${state})`,
      en: `no path reaches the state ${state}`,
    })),
    ...coverage.transitions.unplayed.map((transition) => ({
      ru: `ни один путь не проходит переход ${transition}`,
      en: `no path takes the transition ${transition}`,
      transition,
    })),
    ...coverage.guards.unplayed
      .filter((outcome) => !(outcome in impossible))
      .map((outcome) => ({
        ru: `условие ни на одном пути не ${outcome.endsWith('true') ? 'выполняется' : 'отказывает'}: ${outcome}`,
        en: `no path sees the guard's outcome ${outcome}`,
        transition: transitionOfOutcome(outcome),
      })),
    ...problems.unplayed.map((problem) => ({
      ru: `нет случая для ошибки, которую объявляет вызов: ${problem}`,
      en: `no case brings the problem that the call declares: ${problem}`,
    })),
    ...Object.keys(impossible)
      .filter((outcome) => !coverage.guards.unplayed.includes(outcome))
      .map((outcome) => ({
        ru: `исход условия объявлен невозможным, но встречается: ${outcome}`,
        en: `the guard's outcome ${outcome} is declared impossible, and comes`,
        transition: transitionOfOutcome(outcome),
      })),
  ]
}

/** An outcome is the key of the transition with the value of its guard. */
function transitionOfOutcome(outcome: string): string {
  return outcome.replace(/ \| (true|false)$/, '')
}

/** Every path that some level plays: those of the plan, the additional pairs, and the beginnings of the cover. */
export function playablePaths({ paths, pairs, cover, cases }: Plan): Path[] {
  return [...paths, ...pairs, ...endingEverywhere(cover), ...endingEverywhere(cases)]
}

export function pathOptionsOf(model: Model): PathOptions {
  return {
    events: (snapshot) => eventsOf(model, snapshot),
    stateKey: model.stateKey ?? (({ value, context }) => JSON.stringify([value, context])),
    endsAt: model.endsAt ?? (() => false),
    limit: traversalLimit,
  }
}

/** Declarations that the model lacks, and declarations of unknown names. */
function undeclared({ machine, events, impossible = {}, states }: Model): Gap[] {
  const coming = eventTypesOf(machine)
  return [
    ...coming
      .filter((type) => !(type in events) && !(type in impossible))
      .map((type) => ({
        ru: `событие ${type} и не описано, и не объявлено невозможным`,
        en: `the event ${type} is neither listed nor declared impossible`,
      })),
    ...Object.keys(events)
      .filter((type) => type in impossible)
      .map((type) => ({
        ru: `событие ${type} и описано, и объявлено невозможным`,
        en: `${type} is listed and declared impossible`,
      })),
    ...[events, impossible]
      .flatMap(Object.keys)
      .filter(isUnknownIn(coming))
      .map((type) => ({ ru: `у машины нет события ${type}`, en: `the machine has no event ${type}` })),
    ...namedStatesOf(machine)
      .filter((state) => !(state in states))
      .map((state) => ({ ru: `состояние ${state} не названо словами`, en: `the state ${state} has no words` })),
    ...Object.keys(states)
      .filter(isUnknownIn(namedStatesOf(machine)))
      .map((state) => ({ ru: `у машины нет состояния ${state}`, en: `the machine has no state ${state}` })),
  ]
}

/** Drivers and assertions that a level lacks; without this check a path would pass without assertions. */
export function gaps<Stage>({ machine, events }: Model, level: Level<Stage>): string[] {
  return [
    ...statesOf(machine)
      .filter((state) => !(state in level.states))
      .map((state) => `the state ${state} has no assertion`),
    ...Object.keys(events)
      .filter((type) => !(type in level.events))
      .map((type) => `the event ${type} has no driver`),
    ...Object.keys(level.states)
      .filter(isUnknownIn(statesOf(machine)))
      .map((state) => `the machine has no state ${state}`),
    ...Object.keys(level.events)
      .filter(isUnknownIn(Object.keys(events)))
      .map((type) => `the model has no event ${type}`),
  ]
}

/** A level for the second try of one failed path, and what it has recorded of its failure. */
export type Recording<Stage> = { level: Level<Stage>; evidence: () => Evidence | null }
export type Again<Stage> = (path: Path) => Recording<Stage>

/**
 * `limit` says how many paths run concurrently; by default one. A failed path is played `again` to detect flaky ones and
 * to record evidence, or stops the run (`stopAtFailure`).
 */
export type Playing<Stage> = { limit?: LimitFunction; again?: Again<Stage> | null; stopAtFailure?: boolean }

/** Plays paths of a model, each on a separate stage. */
export async function play<Stage>(
  { model, paths }: { model: Model; paths: readonly Path[] },
  level: Level<Stage>,
  { limit = pLimit(1), again = null, stopAtFailure = false }: Playing<Stage> = {},
): Promise<PathResult[]> {
  const missing = gaps(model, level)
  if (missing.length > 0) throw new Error(`${nameOf(model)}:\n${missing.join('\n')}`)
  let isStopped = false
  const results = await limit.map(paths, async (path) => {
    if (isStopped) return null
    const result = await playTwice(path, level, again)
    isStopped ||= stopAtFailure && result.failure !== null
    return result
  })
  return results.filter((result) => result !== null)
}

/**
 * Keeps the failure of a path that passes at the second try and marks it as flaky. If it fails again, the failure is the
 * second one, which the evidence shows.
 */
export async function playTwice<Stage>(
  path: Path,
  level: Level<Stage>,
  again: Again<Stage> | null,
): Promise<PathResult> {
  const result = await playPath(path, level)
  if (result.failure === null || again === null) return result
  const recording = again(path)
  const second = await playPath(path, recording.level)
  const evidence = recording.evidence()
  if (second.failure !== null) return { ...result, failure: { ...second.failure, ...(evidence && { evidence }) } }
  const message = unstable + result.failure.message
  return { ...result, failure: { ...result.failure, message, isFlaky: true } }
}

export async function playPath<Stage>(path: Path, level: Level<Stage>): Promise<PathResult> {
  const started = performance.now()
  let stage: Stage | undefined
  let reached = 0
  let failure: PathResult['failure'] = null
  try {
    stage = await level.open()
    await look(stage, level, path.start)
    for (const step of path.steps) {
      reached += 1
      await level.events[step.event.type]?.(stage, step)
      await level.afterStep?.(stage, step)
      await look(stage, level, step.after)
    }
    await level.finish?.(stage, path.steps.at(-1)?.after ?? path.start)
  } catch (error) {
    const shown = stage === undefined ? null : await level.describe?.(stage).catch(() => null)
    failure = { step: reached, message: messageOf(error), shown: shown ?? null }
  } finally {
    if (stage !== undefined) await level.close(stage)
  }
  return { path, failure, milliseconds: Math.round(performance.now() - started) }
}

/** Runs the assertions of every state of the snapshot. */
export async function look<Stage>(stage: Stage, level: Level<Stage>, snapshot: Step['after']): Promise<void> {
  for (const state of statesIn(snapshot)) await level.states[state]?.(stage, snapshot)
}

export const separator = ' → '

/** A path in one line, up to a number of events. */
export function lineOf(model: Model, { steps }: Path, count = steps.length): string {
  const titles = steps.slice(0, count).map((step) => titleOf(model, step))
  return titles.length === 0 ? 'только начало' : titles.join(separator)
}

function isUnknownIn(known: readonly string[]): (name: string) => boolean {
  return (name) => !known.includes(name)
}
