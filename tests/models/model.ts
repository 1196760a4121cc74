import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { Step } from './replay.ts'
import type { Rule } from './rule.ts'

/** One way in which an event comes: its words for the report and what it carries besides its type. */
export type Case = { title: string; with?: object }

/** What QA people declare of one product machine, whatever plays its paths. */
export type Model = {
  machine: AnyStateMachine
  /** Where a machine has several models, one for each kind of input, that of each but the first. */
  name?: string
  title: string
  rules: readonly Rule[]
  input?: unknown
  /** Every event of the machine, replies and clocks included; cases may depend on who is there. */
  events: Record<string, readonly Case[] | ((snapshot: AnyMachineSnapshot) => readonly Case[])>
  /** Events of the machine that cannot come, each with the reason. */
  impossible?: Record<string, string>
  /** The call that each actor makes: the problems it declares have to come, or it is said why one cannot. */
  calls?: Record<string, string>
  impossibleProblems?: Record<string, string>
  /** Outcomes of guards that cannot come, each with the reason. */
  oneSided?: Record<string, string>
  /** Every state in words, those that hold others too. */
  states: Record<string, string>
  /** Walked besides the shortest paths: where only a second time shows what the first has left behind. */
  journeys?: readonly (readonly AnyEventObject[])[]
  /** What tells two places apart; state and whole context unless said otherwise. */
  placeOf?: (snapshot: AnyMachineSnapshot) => string
  /** Where a path ends although the machine would go on. */
  endsAt?: (snapshot: AnyMachineSnapshot) => boolean
}

/** Where paths are played: how each event is done there and what each state looks like. */
export type Level<Stage> = {
  open: () => Promise<Stage>
  close: (stage: Stage) => Promise<void>
  events: Record<string, (stage: Stage, step: Step) => void | Promise<void>>
  states: Record<string, (stage: Stage, snapshot: AnyMachineSnapshot) => void | Promise<void>>
  /** What is to be seen on the stage when a path has failed, as text. */
  describe?: (stage: Stage) => Promise<string>
  /** Whose doing a step is there; absent where the machine is simply told. */
  by?: (step: Step) => 'person' | 'world'
  /** What is tried at the end of a path, when nothing has to go on from there. */
  finish?: (stage: Stage, snapshot: AnyMachineSnapshot) => void | Promise<void>
  /** What holds after every step of every model. */
  afterStep?: (stage: Stage, step: Step) => void | Promise<void>
}

/** What a model goes by on the command line, in the report and in its ledger. */
export function nameOf({ name, machine }: Pick<Model, 'name' | 'machine'>): string {
  return name ?? machine.id
}

/** Where every model is played, as the report calls it. */
export const levelTitles = {
  machine: 'машина',
  judgement: 'журнал и правила',
  browser: 'браузер',
  real: 'настоящий сервер',
}

/** The events that a model holds possible in a snapshot. */
export function eventsOf(model: Model, snapshot: AnyMachineSnapshot): AnyEventObject[] {
  return Object.keys(model.events).flatMap((type) =>
    casesOf(model, type, snapshot).map((one) => ({ type, ...one.with })),
  )
}

/** An event in the model's words. */
export function titleOf(model: Model, { event, before }: Step): string {
  const same = casesOf(model, event.type, before).find(
    (one) => JSON.stringify({ type: event.type, ...one.with }) === JSON.stringify(event),
  )
  return same?.title ?? event.type
}

export function casesOf(model: Model, type: string, snapshot: AnyMachineSnapshot): readonly Case[] {
  const cases = model.events[type] ?? []
  return typeof cases === 'function' ? cases(snapshot) : cases
}
