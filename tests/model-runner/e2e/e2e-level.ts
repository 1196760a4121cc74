import { type Level, type Model, titleOf } from '#tests/model-runner/model.ts'
import type { Plan } from '#tests/model-runner/paths/play-paths.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import type { RealStage } from './e2e-stage.ts'
import type { RealServer } from './test-server.ts'

/** A step with the steps after it: a driver that types a code must know whether it has to be correct. */
export type Turn = Step & { rest: readonly Step[] }
export type Drive<World> = (stage: RealStage<World>, turn: Turn) => unknown

/** The reason why a user cannot cause this on a real server, for the report. */
type Unplayable = { unplayable: string }
type OneWay<World> = Drive<World> | Unplayable

/** How an event is caused end to end: one driver for all cases, or one for each case by its title. */
export type Way<World> = OneWay<World> | { [title: string]: OneWay<World> }

/** How the paths of one machine are played on the real server. */
export type Reality<World> = {
  /** Creates the data of one path in the school: paths share nothing but the server. */
  open: (server: RealServer, path: Path) => Promise<World>
  /** Calls that the proxy holds, so that the pending state is visible before the response. */
  held: readonly string[]
  /** User actions before the path. */
  begin: (stage: RealStage<World>) => Promise<void>
  events: Record<string, Way<World>>
  states: Level<RealStage<World>>['states']
  /** Steps that cannot be played at their position in the path; checked before the drivers. */
  beyond?: readonly Beyond[]
}

type Beyond = { why: string; is: (step: Step, path: Path) => boolean }
export type Unplayed = { path: Path; why: string }
export type Sorted = { playable: Path[]; unplayed: Unplayed[] }

export function unplayable(why: string): Unplayable {
  return { unplayable: why }
}

/** Separates playable paths from those that cannot be played, with reasons. Throws if a case has neither a driver nor a reason. */
export function sortOut<World>({ model, paths }: Pick<Plan, 'model' | 'paths'>, reality: Reality<World>): Sorted {
  const met = new Set<unknown>()
  const complaints = new Set<string>()
  const reasonOf = (step: Step, path: Path): string | null => {
    const beyond = reality.beyond?.find(({ is }) => is(step, path))
    const way = wayOf(model, reality, step)
    met.add(beyond ?? step.event.type).add(nameOf(step.event.type, titleOf(model, step)))
    if (beyond !== undefined) return beyond.why
    if (way === null) complaints.add(`${nameOf(step.event.type, titleOf(model, step))}, has neither a way nor a reason`)
    return way !== null && 'unplayable' in way ? way.unplayable : null
  }
  const sorted = paths.map((path) => {
    const reasons = path.steps.map((step) => reasonOf(step, path))
    return { path, why: reasons.find((why) => why !== null) ?? null }
  })
  for (const beyond of reality.beyond ?? [])
    if (!met.has(beyond)) complaints.add(`nothing is beyond us because «${beyond.why}»`)
  for (const [type, way] of Object.entries(reality.events))
    for (const name of isOneWay(way) ? [type] : Object.keys(way).map((title) => nameOf(type, title)))
      if (!met.has(name)) complaints.add(`no path goes the way of ${name}`)
  if (complaints.size > 0) throw new Error(`${model.machine.id}:\n${[...complaints].join('\n')}`)
  return {
    playable: sorted.filter(({ why }) => why === null).map(({ path }) => path),
    unplayed: sorted.flatMap(({ path, why }) => (why === null ? [] : [{ path, why }])),
  }
}

export function driveOf<World>(model: Model, reality: Reality<World>, step: Step): Drive<World> {
  const way = wayOf(model, reality, step)
  if (way === null || 'unplayable' in way) throw new Error(`${step.event.type} cannot be brought about here`)
  return way
}

function wayOf<World>(model: Model, { events }: Reality<World>, step: Step): OneWay<World> | null {
  const way = events[step.event.type] ?? null
  return way === null || isOneWay(way) ? way : (way[titleOf(model, step)] ?? null)
}

function nameOf(type: string, title: string): string {
  return `${type}, «${title}»`
}

function isOneWay<World>(way: Way<World>): way is OneWay<World> {
  return typeof way === 'function' || typeof way.unplayable === 'string'
}
