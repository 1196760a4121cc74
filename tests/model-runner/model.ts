import { createHash } from 'node:crypto'
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, initialTransition } from 'xstate'
import type { Path, Step } from './paths/replay.ts'
import type { Rule } from './rule.ts'

/** One variant of an event: its title and its payload without the type. */
export type Case = { title: string; with?: object }

/** The declaration of one product machine for QA, independent of the level that plays its paths. */
export type Model = {
  machine: AnyStateMachine
  /** A machine may have several models, one for each kind of input. All but the first have a name. */
  name?: string
  title: string
  rules: readonly Rule[]
  input?: unknown
  /** Every event of the machine, with results of actors and timers; cases may depend on the snapshot. */
  events: Record<string, readonly Case[] | ((snapshot: AnyMachineSnapshot) => readonly Case[])>
  /** Actors that only send events, with these. */
  listeners?: Record<string, readonly string[]>
  /** Events of the machine that cannot occur, each with the reason. */
  impossible?: Record<string, string>
  /** The types of errors of each actor: each needs a case, or an entry in `impossibleProblems`. */
  problems?: Record<string, readonly string[]>
  impossibleProblems?: Record<string, string>
  /** Outcomes of guards that cannot occur, each with the reason. */
  impossibleOutcomes?: Record<string, string>
  /** A description of every state, compound states included. */
  states: Record<string, string>
  /** Additional paths, such as the case of a bug report: some defects show only when an action is repeated. */
  extraPaths?: readonly (readonly AnyEventObject[])[]
  /** Paths of the machine that its page, with the data of the other paths, does not take. */
  machinePaths?: readonly (readonly AnyEventObject[])[]
  /** The key that distinguishes two places; by default the state and the whole context. */
  stateKey?: (snapshot: AnyMachineSnapshot) => string
  /** Ends a path although the machine could continue. */
  endsAt?: (snapshot: AnyMachineSnapshot) => boolean
}

/** A place where paths are played: a driver for each event and an assertion for each state. */
export type Level<Stage> = {
  open: () => Promise<Stage>
  close: (stage: Stage) => Promise<void>
  events: Record<string, (stage: Stage, step: Step) => void | Promise<void>>
  states: Record<string, (stage: Stage, snapshot: AnyMachineSnapshot) => void | Promise<void>>
  /** The stage as text, for the report of a failed path. */
  describe?: (stage: Stage) => Promise<string>
  /** The source of a step; absent if the event is sent to the machine directly. */
  by?: (step: Step) => 'user' | 'environment'
  /** What a manual tester must know: the address that opens first, and who is signed in; null without a session. */
  manual?: { start: string; account: string | null }
  /** Additional checks at the end of a path, which may change the stage. */
  finish?: (stage: Stage, snapshot: AnyMachineSnapshot) => void | Promise<void>
  /** Assertions after every step of every model. */
  afterStep?: (stage: Stage, step: Step) => void | Promise<void>
  /** Derived paths: the call of an actor meets a fault that every call can meet, or a screen is refused. */
  faults?: (paths: readonly Path[]) => FaultCase<Stage>[]
  /** The presses that the played paths left out, for some of the buttons that are left, and the level that plays them. */
  presses?: { left: (paths: readonly Path[]) => TitledPath[]; level: Level<Stage> }
}

/** A path that the model does not list, with the titles of its own events. */
export type TitledPath = { path: Path; titles: readonly TitledEvent[] }

/** A path of a fault or refusal, with the level that plays it. */
export type FaultCase<Stage> = TitledPath & {
  level: Level<Stage>
  /** One case of each key is played with the transitions, and one of each kind with the states; none without them. */
  key?: string
  kind?: string
}
type TitledEvent = { event: AnyEventObject; title: string }

/** The name of a model in tags, and of the folder of its snapshots. */
export function nameOf({ name, machine }: Pick<Model, 'name' | 'machine'>): string {
  return name ?? machine.id
}

/** The events that are possible in a snapshot according to the model. */
export function eventsOf(model: Model, snapshot: AnyMachineSnapshot): AnyEventObject[] {
  return Object.keys(model.events).flatMap((type) =>
    casesOf(model, type, snapshot).map((one) => ({ type, ...one.with })),
  )
}

/** The model with the titles of these events. */
export function withFaultTitles(model: Model, faults: readonly Pick<TitledPath, 'titles'>[]): Model {
  const events = { ...model.events }
  for (const { event, title } of faults.flatMap(({ titles }) => titles)) {
    const { type, ...rest } = event
    const others = events[type] ?? []
    const one = { title, with: rest }
    events[type] = typeof others === 'function' ? (snapshot) => [...others(snapshot), one] : [...others, one]
  }
  return { ...model, events }
}

/** The title of the event of a step. */
export function titleOf(model: Model, { event, before }: Step): string {
  const same = casesOf(model, event.type, before).find(
    (one) => JSON.stringify({ type: event.type, ...one.with }) === JSON.stringify(event),
  )
  return same?.title ?? event.type
}

/** The initial snapshot of a machine. */
export function initialSnapshotOf({ machine, input }: Pick<Model, 'machine' | 'input'>): AnyMachineSnapshot {
  return initialTransition(machine, input)[0]
}

/** The type of the error that an event carries. */
export function errorTypeOf(event: object): string | undefined {
  const { error } = event as { error?: { type?: string; refusal?: string } }
  return error?.type ?? error?.refusal
}

export function casesOf(model: Model, type: string, snapshot: AnyMachineSnapshot): readonly Case[] {
  const cases = model.events[type] ?? []
  return typeof cases === 'function' ? cases(snapshot) : cases
}

/** The id of a path depends only on its events: it stays when other paths are added or removed. */
export function idOf({ steps }: Path): string {
  const events = JSON.stringify(steps.map(({ event }) => event))
  return createHash('sha256').update(events).digest('hex').slice(0, 8)
}

/** A path in one line. */
export function lineOf(model: Model, { steps }: Path, say: (ru: string) => string = (ru) => ru): string {
  return steps.length === 0 ? say('только начало') : steps.map((step) => say(titleOf(model, step))).join(' → ')
}
