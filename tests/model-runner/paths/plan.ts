import { eventsOf, type Level, type Model, nameOf } from '#tests/model-runner/model.ts'
import {
  type Coverage,
  coverageOf,
  eventTypesOf,
  namedStatesOf,
  problemCoverage,
  statesOf,
  type Tally,
} from './coverage.ts'
import { generatePaths, type PathOptions } from './generate-paths.ts'
import { byState, byTransition, coverOf } from './path-cover.ts'
import { type Path, replay } from './replay.ts'

/** Limits the traversal of a machine whose context grows without end. */
const traversalLimit = 20_000

/**
 * `cover` are the fewest paths that take every transition, for expensive levels, and those of a second model of a machine
 * the fewest that reach every state; `cases` are the fewest that take each transition with every case of its event.
 * `gaps` are what the paths do not reach, a line each.
 */
export type Plan = {
  model: Model
  paths: Path[]
  cover: Path[]
  cases: Path[]
  coverage: Coverage
  problems: Tally
  gaps: string[]
}

/** The paths of a model and their coverage; throws if the model declares too little or too much. */
export function plan(model: Model): Plan {
  const faults = undeclared(model)
  if (faults.length > 0) throw new Error(`${nameOf(model)}:\n${faults.join('\n')}`)
  const pathOptions = pathOptionsOf(model)
  const sequences = generatePaths(model.machine, model.input, pathOptions)
  const extraPaths = new Set((model.extraPaths ?? []).map((events) => JSON.stringify(events)))
  const found = new Set(sequences.map((events) => JSON.stringify(events)))
  const others = (model.extraPaths ?? []).filter((events) => !found.has(JSON.stringify(events)))
  const paths = [...sequences, ...others].map((events) => replay(model.machine, model.input, events))
  const isExtra = ({ steps }: Path) => extraPaths.has(JSON.stringify(steps.map(({ event }) => event)))
  const cases = new Set([...coverOf(paths), ...paths.filter(isExtra)])
  const whole = {
    model,
    paths,
    // The first model of a machine takes its transitions.
    cover: coverOf(paths, model.name === undefined ? byTransition : byState),
    cases: paths.filter((path) => cases.has(path)),
    coverage: coverageOf(model.machine, paths),
    problems: problemCoverage(model),
  }
  return { ...whole, gaps: uncovered(whole) }
}

/** What the paths of a plan do not reach. */
function uncovered({ model, coverage, problems }: Omit<Plan, 'gaps'>): string[] {
  const impossible = model.impossibleOutcomes ?? {}
  const { states, transitions, guards } = coverage
  return [
    ...states.unplayed.map((state) => `no path reaches the state ${state}`),
    ...transitions.unplayed.map((transition) => `no path takes the transition ${transition}`),
    ...guards.unplayed
      .filter((outcome) => !(outcome in impossible))
      .map((outcome) => `no path sees the guard's outcome ${outcome}`),
    ...problems.unplayed.map((problem) => `no case brings the problem that the call declares: ${problem}`),
    ...Object.keys(impossible)
      .filter((outcome) => !guards.unplayed.includes(outcome))
      .map((outcome) => `the guard's outcome ${outcome} is declared impossible, and comes`),
  ]
}

/** The paths of a model that only its machine plays. */
export function machinePathsOf({ machine, input, machinePaths = [] }: Model): Path[] {
  return machinePaths.map((events) => replay(machine, input, events))
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
function undeclared({ machine, events, impossible = {}, states }: Model): string[] {
  const coming = eventTypesOf(machine)
  return [
    ...coming
      .filter((type) => !(type in events) && !(type in impossible))
      .map((type) => `the event ${type} is neither listed nor declared impossible`),
    ...Object.keys(events)
      .filter((type) => type in impossible)
      .map((type) => `${type} is listed and declared impossible`),
    ...[events, impossible]
      .flatMap(Object.keys)
      .filter(isUnknownIn(coming))
      .map((type) => `the machine has no event ${type}`),
    ...namedStatesOf(machine)
      .filter((state) => !(state in states))
      .map((state) => `the state ${state} has no words`),
    ...Object.keys(states)
      .filter(isUnknownIn(namedStatesOf(machine)))
      .map((state) => `the machine has no state ${state}`),
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

function isUnknownIn(known: readonly string[]): (name: string) => boolean {
  return (name) => !known.includes(name)
}
