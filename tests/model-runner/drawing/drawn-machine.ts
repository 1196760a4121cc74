import type { Texts } from '#tests/model-runner/config.ts'
import { type Model, nameOf, titleOf } from '#tests/model-runner/model.ts'
import { linesOf, statesOf } from '#tests/model-runner/paths/coverage.ts'
import type { Plan } from '#tests/model-runner/paths/plan.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'
import { guardWords, type Language, sayIn } from '#tests/model-runner/words.ts'
import { drawingsOf } from './drawing.ts'

/** A machine in the words of one language, with its drawings, which together show every transition once. */
export type DrawnMachine = {
  id: string
  title: string
  drawings: Drawing[]
  /** Names of the leaf states with their titles. */
  states: Record<string, string>
  transitions: DrawnTransition[]
}

/** `key` is that of the steps of paths; `titles` are those of all cases that take it. */
export type DrawnTransition = {
  key: string
  event: string
  source: string
  targets: string[]
  guard: string | null
  titles: string[]
}

/** A machine, or a part of one that is too large for one drawing. */
export type Drawing = { title: string; width: number; height: number; boxes: Box[]; arrows: Arrow[] }
export type Place = { x: number; y: number; width: number; height: number }
export type Box = Place & {
  id: string
  /** A reference is a state of another part. */
  kind: 'state' | 'final' | 'group' | 'any' | 'beginning' | 'reference'
  title: string[]
  /** Transitions that do not change the state. */
  inner: Line[]
}
export type Arrow = { source: string; target: string; points: [number, number][]; label: Place | null; lines: Line[] }
/** `transition` is an index in the transitions of the machine. */
export type Line = { transition: number; text: string[] }

export async function drawMachine(
  { model, paths }: Pick<Plan, 'model' | 'paths'>,
  texts: Texts,
  language: Language,
): Promise<DrawnMachine> {
  const say = sayIn(texts, language)
  const stateTitle = (state: string) => say(model.states[state] ?? state)
  const transitions = transitionsOf(model, paths, { texts, language })
  return {
    id: nameOf(model),
    title: say(model.title),
    drawings: await drawingsOf(say(model.title), {
      machine: model.machine,
      titleOf: stateTitle,
      transitions,
      anywhere: language === 'ru' ? 'откуда угодно' : 'from anywhere',
    }),
    states: Object.fromEntries(statesOf(model.machine).map((state) => [state, stateTitle(state)])),
    transitions,
  }
}

function transitionsOf(
  model: Model,
  paths: readonly Path[],
  { texts, language }: { texts: Texts; language: Language },
): DrawnTransition[] {
  const say = sayIn(texts, language)
  const steps = paths.flatMap((path) => path.steps)
  return linesOf(model.machine).map(({ key, source, event, targets, guard, guardParams }) => {
    const taking = steps.filter(({ taken }) => taken.includes(key))
    const params = constantsOf(guardParams, event, taking)
    const condition = guard === null ? null : guardWords(texts, language, guard, params)
    const titles = [...new Set(taking.map((step) => titleOf(model, step)))].map(say)
    return { key, source, event, targets, guard: condition, titles }
  })
}

/** The values of the parameters of a guard that are the same in all steps: they distinguish transitions that share it. */
function constantsOf(params: unknown, event: string, taking: Path['steps']): string[] {
  const evaluated = taking
    .filter((step) => step.event.type === event)
    .map(({ before, event }) => (typeof params === 'function' ? params({ context: before.context, event }) : params))
  const [first] = evaluated
  if (typeof first !== 'object' || first === null) return []
  const constants = Object.entries(first).flatMap(([name, value]) =>
    isShort(value) && evaluated.every((one) => one[name] === value) ? [value] : [],
  )
  return [...new Set(constants)]
}

/** An identifier, not a text or an address. */
function isShort(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,24}$/.test(value)
}
