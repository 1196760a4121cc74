import { type Level, type Model, titleOf } from '#tests/models/model.ts'
import type { Path, Step } from '#tests/models/replay.ts'
import type { Plan } from '#tests/models/runner.ts'
import type { RealServer } from './real-server.ts'
import type { RealStage } from './stage.ts'

/** A step with those that come after it: whoever types a code has to know whether it is to be the right one. */
export type Turn = Step & { rest: readonly Step[] }
export type Drive<World> = (stage: RealStage<World>, turn: Turn) => unknown

/** Why a person cannot bring this about on a real server, in words for the report. */
type Unplayable = { unplayable: string }
type OneWay<World> = Drive<World> | Unplayable

/** How an event comes about in reality: one way for all its cases, or a way for each by its title in the model. */
export type Way<World> = OneWay<World> | { [title: string]: OneWay<World> }

/** How the paths of one machine are played by a person on the real server. */
export type Reality<World> = {
  /** What there is in the school for one path, new each time: paths share nothing but the server. */
  open: (server: RealServer, path: Path) => Promise<World>
  /** Calls that wait at the edge, so that their busy look is seen before the server answers. */
  held: readonly string[]
  /** What the person does before the path begins. */
  begin: (stage: RealStage<World>) => Promise<void>
  events: Record<string, Way<World>>
  states: Level<RealStage<World>>['states']
  /** Steps that are unplayable only where they stand; asked before the ways are. */
  beyond?: readonly Beyond[]
}

type Beyond = { why: string; is: (step: Step, path: Path) => boolean }
export type Unplayed = { path: Path; why: string }
export type Sorted = { playable: Path[]; unplayed: Unplayed[] }

export function unplayable(why: string): Unplayable {
  return { unplayable: why }
}

/** Which paths can be played, and which cannot and why; throws where there is neither a way nor a reason. */
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
