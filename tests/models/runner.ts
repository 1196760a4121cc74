import { coverOf } from './cover.ts'
import { type Coverage, coverageOf, eventTypesOf, namedStatesOf, statesIn, statesOf } from './coverage.ts'
import { derive } from './derive.ts'
import { eventsOf, type Level, type Model, titleOf } from './model.ts'
import { generatePaths } from './paths.ts'
import { type Path, replay, type Step } from './replay.ts'

/** No traversal goes on for ever: a context that grows without end stops here. */
const traversalLimit = 20_000

/** `cover` are those of the paths that take every transition, for where playing all of them costs much. */
export type Plan = { model: Model; paths: Path[]; cover: Path[]; coverage: Coverage }

export type PathResult = {
  path: Path
  /** Null when the path went well; else where it stopped and why. */
  failure: { step: number; message: string; shown: string | null } | null
  milliseconds: number
}

/** The paths of a model and what they reach; throws what is wrong with the model. */
export function plan(model: Model): Plan {
  const events = undeclared(model)
  if (events.length > 0) throw new Error(`${model.machine.id}:\n${events.join('\n')}`)
  const sequences = generatePaths(derive(model.machine, model.input), {
    events: (snapshot) => eventsOf(model, snapshot),
    placeOf: model.placeOf ?? (({ value, context }) => JSON.stringify([value, context])),
    endsAt: model.endsAt ?? (() => false),
    limit: traversalLimit,
  })
  const paths = [...sequences, ...(model.journeys ?? [])].map((events) => replay(model.machine, model.input, events))
  const coverage = coverageOf(model.machine, paths)
  const complaints = [
    ...coverage.states.unplayed.map((state) => `no path reaches the state ${state}`),
    ...coverage.transitions.unplayed.map((transition) => `no path takes the transition ${transition}`),
  ]
  if (complaints.length > 0) throw new Error(`${model.machine.id}:\n${complaints.join('\n')}`)
  return { model, paths, cover: coverOf(paths), coverage }
}

/** What the model does not say of its machine, or says of something that is not there. */
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

/** What keeps a level from playing a model; a path with a silent gap would pass without having looked. */
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

/** Plays paths of a model, `atOnce` side by side, each on a stage of its own. */
export async function play<Stage>(
  { model, paths }: Pick<Plan, 'model' | 'paths'>,
  level: Level<Stage>,
  atOnce = 1,
): Promise<PathResult[]> {
  const missing = gaps(model, level)
  if (missing.length > 0) throw new Error(`${model.machine.id}:\n${missing.join('\n')}`)
  const results: PathResult[] = []
  const waiting = [...paths.entries()]
  const player = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, path] = next
      results[index] = await playPath(path, level)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, player))
  return results
}

async function playPath<Stage>(path: Path, level: Level<Stage>): Promise<PathResult> {
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
    failure = { step: reached, message: error instanceof Error ? error.message : String(error), shown: shown ?? null }
  } finally {
    if (stage !== undefined) await level.close(stage)
  }
  return { path, failure, milliseconds: Math.round(performance.now() - started) }
}

async function look<Stage>(stage: Stage, level: Level<Stage>, snapshot: Step['after']): Promise<void> {
  for (const state of statesIn(snapshot)) await level.states[state]?.(stage, snapshot)
}

/** A path in one line. */
export function lineOf(model: Model, { steps }: Path): string {
  return steps.length === 0 ? 'только начало' : steps.map((step) => titleOf(model, step)).join(' → ')
}

function isUnknownIn(known: readonly string[]): (name: string) => boolean {
  return (name) => !known.includes(name)
}
