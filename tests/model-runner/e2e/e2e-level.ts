import { type Level, type Model, titleOf } from '#tests/model-runner/model.ts'
import type { Plan } from '#tests/model-runner/paths/plan.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import type { E2eServer, E2eStage } from './e2e-stage.ts'

/** A step with the steps after it: a driver that types a code must know whether it has to be correct. */
export type StepWithRest = Step & { rest: readonly Step[] }
export type E2eDriver<Data, Server extends E2eServer> = (stage: E2eStage<Data, Server>, step: StepWithRest) => unknown

/** The reason why a user cannot cause this on a real server, for the report. */
type Unplayable = { unplayable: string }
type CaseDriver<Data, Server extends E2eServer> = E2eDriver<Data, Server> | Unplayable

/** How an event is caused end to end: one driver for all cases, or one for each case by its title. */
type EventDriver<Data, Server extends E2eServer> =
  | CaseDriver<Data, Server>
  | { [title: string]: CaseDriver<Data, Server> }

/** How the paths of one machine are played on the real server. */
export type E2eLevel<Data, Server extends E2eServer> = {
  /** Creates the data of one path in the school: paths share nothing but the server. */
  open: (server: Server, path: Path) => Promise<Data>
  /** Calls that the proxy holds, so that the pending state is visible before the response. */
  held: readonly string[]
  /** User actions before the path. */
  begin: (stage: E2eStage<Data, Server>) => Promise<void>
  events: Record<string, EventDriver<Data, Server>>
  states: Level<E2eStage<Data, Server>>['states']
  /** Steps that cannot be played at their position in the path; checked before the drivers. */
  unplayableSteps?: readonly UnplayableStep[]
}

type UnplayableStep = { why: string; is: (step: Step, path: Path) => boolean }
type UnplayablePath = { path: Path; why: string }
export type Partition = { playable: Path[]; unplayable: UnplayablePath[] }

export function unplayable(why: string): Unplayable {
  return { unplayable: why }
}

/** Separates playable paths from those that cannot be played, with reasons. Throws if a case has neither a driver nor a reason. */
export function partitionPaths<Data, Server extends E2eServer>(
  { model, paths }: Pick<Plan, 'model' | 'paths'>,
  level: E2eLevel<Data, Server>,
): Partition {
  const used = new Set<unknown>()
  const violations = new Set<string>()
  const reasonOf = (step: Step, path: Path): string | null => {
    const excluded = level.unplayableSteps?.find(({ is }) => is(step, path))
    const driver = caseDriver(model, level, step)
    const name = nameOf(step.event.type, titleOf(model, step))
    used.add(excluded ?? step.event.type).add(name)
    if (excluded !== undefined) return excluded.why
    if (driver === null) violations.add(`${name}, has neither a driver nor a reason`)
    return driver !== null && 'unplayable' in driver ? driver.unplayable : null
  }
  const sorted = paths.map((path) => {
    const reasons = path.steps.map((step) => reasonOf(step, path))
    return { path, why: reasons.find((why) => why !== null) ?? null }
  })
  for (const step of level.unplayableSteps ?? [])
    if (!used.has(step)) violations.add(`no step is excluded because «${step.why}»`)
  for (const [type, driver] of Object.entries(level.events))
    for (const name of isForAllCases(driver) ? [type] : Object.keys(driver).map((title) => nameOf(type, title)))
      if (!used.has(name)) violations.add(`no path uses the driver of ${name}`)
  if (violations.size > 0) throw new Error(`${model.machine.id}:\n${[...violations].join('\n')}`)
  return {
    playable: sorted.filter(({ why }) => why === null).map(({ path }) => path),
    unplayable: sorted.flatMap(({ path, why }) => (why === null ? [] : [{ path, why }])),
  }
}

export function driverOf<Data, Server extends E2eServer>(
  model: Model,
  level: E2eLevel<Data, Server>,
  step: Step,
): E2eDriver<Data, Server> {
  const driver = caseDriver(model, level, step)
  if (driver === null || 'unplayable' in driver) throw new Error(`${step.event.type} cannot be played here`)
  return driver
}

function caseDriver<Data, Server extends E2eServer>(
  model: Model,
  { events }: E2eLevel<Data, Server>,
  step: Step,
): CaseDriver<Data, Server> | null {
  const driver = events[step.event.type] ?? null
  return driver === null || isForAllCases(driver) ? driver : (driver[titleOf(model, step)] ?? null)
}

function nameOf(type: string, title: string): string {
  return `${type}, «${title}»`
}

function isForAllCases<Data, Server extends E2eServer>(
  driver: EventDriver<Data, Server>,
): driver is CaseDriver<Data, Server> {
  return typeof driver === 'function' || typeof driver.unplayable === 'string'
}
