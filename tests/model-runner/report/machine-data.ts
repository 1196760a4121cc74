import type { Texts } from '#tests/model-runner/config.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import { type Model, nameOf, titleOf } from '#tests/model-runner/model.ts'
import { linesOf, statesIn, statesOf } from '#tests/model-runner/paths/coverage.ts'
import type { PathResult, Plan } from '#tests/model-runner/paths/play-paths.ts'
import type { Path, SideEffect, Step } from '#tests/model-runner/paths/replay.ts'
import { drawingsOf } from './drawing.ts'
import type { MachineData, PathData, ResultData, StepData, Tally, TransitionData } from './report-data.ts'
import { actionWords, bilingual, guardWords } from './words.ts'

/** The results of a machine, by level and path. */
export type Findings = {
  outcomes: readonly ((path: Path) => PathOutcome)[]
  resultsOf: (path: Path) => (ResultData | null)[]
  /** The key of the screenshot after a number of steps of a path. */
  pictureOf: (path: Path, count: number) => string | null
  seconds: (number | null)[]
}

const nothingPlayed: Findings = { outcomes: [], resultsOf: () => [], pictureOf: () => null, seconds: [] }

/** A machine with its drawing, its paths and their results. */
export async function machineData(
  { model, paths }: Pick<Plan, 'model' | 'paths'>,
  texts: Texts,
  findings: Findings = nothingPlayed,
): Promise<MachineData> {
  const { outcomes, resultsOf, pictureOf, seconds } = findings
  const say = (ru: string) => bilingual(texts, ru)
  const stateTitle = (state: string) => say(model.states[state] ?? state)
  const eventOf = (step: Step) => ({ type: step.event.type, title: say(titleOf(model, step)) })
  const effectOf = (effect: SideEffect) => actionWords(texts, effect)
  const played = (concerns: Parameters<typeof tallyOf>[2]) =>
    outcomes.map((outcomeOf) => tallyOf(paths, outcomeOf, concerns))
  const transitions = transitionsOf(model, paths, texts).map(({ key, ...transition }) => ({
    ...transition,
    played: played(({ taken }) => taken.includes(key)),
  }))
  const states = statesOf(model.machine)
  const steps = paths.flatMap((path) => path.steps)
  const events = distinct(steps.map(eventOf))
  const actions = distinct(steps.flatMap(({ effects }) => effects.map(effectOf)))
  const keys = linesOf(model.machine).map(({ key }) => key)
  const indexesOf = (snapshot: Step['after']) => statesIn(snapshot).map((state) => states.indexOf(state))
  const stepOf = (path: Path, step: Step, index: number): StepData => ({
    event: placeIn(events, eventOf(step)),
    taken: step.taken.map((key) => keys.indexOf(key)),
    states: indexesOf(step.after),
    does: step.effects.map((effect) => placeIn(actions, effectOf(effect))),
    picture: pictureOf(path, index + 1),
  })
  return {
    id: nameOf(model),
    title: say(model.title),
    drawings: await drawingsOf(say(model.title), { machine: model.machine, titleOf: stateTitle, transitions }),
    states: states.map((id) => ({
      id,
      title: stateTitle(id),
      played: played(({ after }) => statesIn(after).includes(id)),
    })),
    events,
    transitions,
    actions,
    rules: model.rules.map(({ title, source }) => ({ title: say(title), source })),
    impossible: Object.entries(model.impossible ?? {}).map(([event, why]) => ({ event, why: say(why) })),
    paths: paths.map(
      (path): PathData => ({
        id: idOf(path),
        start: { event: null, taken: [], states: indexesOf(path.start), does: [], picture: pictureOf(path, 0) },
        steps: path.steps.map((step, index) => stepOf(path, step, index)),
        results: resultsOf(path),
      }),
    ),
    seconds,
  }
}

function transitionsOf(
  model: Model,
  paths: readonly Path[],
  texts: Texts,
): (Omit<TransitionData, 'played'> & { key: string })[] {
  const steps = paths.flatMap((path) => path.steps)
  return linesOf(model.machine).map(({ key, source, event, targets, guard, guardParams }) => {
    const taking = steps.filter(({ taken }) => taken.includes(key))
    const titles = [...new Set(taking.map((step) => titleOf(model, step)))].map((title) => bilingual(texts, title))
    const condition =
      guard === null ? null : { name: guard, title: guardWords(texts, guard, constantsOf(guardParams, event, taking)) }
    return { key, source, event, targets, guard: condition, titles }
  })
}

/** The values of the parameters of a guard that are the same in all steps: they distinguish transitions that share it. */
function constantsOf(params: unknown, event: string, taking: readonly Step[]): string[] {
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

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

function placeIn<Value>(values: readonly Value[], wanted: Value): number {
  const text = JSON.stringify(wanted)
  return values.findIndex((value) => JSON.stringify(value) === text)
}

/** The result of a path on one level; undefined if it was not played there. */
export type PathOutcome = Pick<PathResult, 'failure'> | undefined
type Status = 'passed' | 'failed' | 'unplayed'

/** A failed path counts as played up to the failed step. */
export function statusAt(outcome: PathOutcome, count: number): Status {
  if (outcome === undefined) return 'unplayed'
  const { failure } = outcome
  if (failure === null || count < failure.step) return 'passed'
  return count === failure.step ? 'failed' : 'unplayed'
}

/** Counts how often something was played: `concerns` selects its observations, including the start of a path. */
function tallyOf(
  paths: readonly Path[],
  outcomeOf: (path: Path) => PathOutcome,
  concerns: (observation: Pick<Step, 'after' | 'taken'>) => boolean,
): Tally {
  const tally: Tally = { passed: 0, failed: 0 }
  for (const path of paths) {
    const outcome = outcomeOf(path)
    for (const [count, observation] of [{ after: path.start, taken: [] }, ...path.steps].entries()) {
      const status = statusAt(outcome, count)
      if (status !== 'unplayed' && concerns(observation)) tally[status] += 1
    }
  }
  return tally
}
