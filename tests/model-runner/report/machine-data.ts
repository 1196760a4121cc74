import { idOf } from '#tests/model-runner/ledger.ts'
import { type Model, nameOf, titleOf } from '#tests/model-runner/model.ts'
import { linesOf, statesIn, statesOf } from '#tests/model-runner/paths/coverage.ts'
import type { Plan } from '#tests/model-runner/paths/play-paths.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import { actionWords } from './action-words.ts'
import { drawingOf } from './drawing.ts'
import { guardWords } from './guard-words.ts'
import { type Outcome, tallyOf } from './outcomes.ts'
import type { MachineData, PathData, ResultData, StepData, TransitionData } from './report-data.ts'
import { said } from './words.ts'

/** The results of a machine, by level and path. */
export type Findings = {
  outcomes: readonly ((path: Path) => Outcome)[]
  resultsOf: (path: Path) => (ResultData | null)[]
  /** The key of the screenshot after a number of steps of a path. */
  pictureOf: (path: Path, count: number) => string | null
  seconds: (number | null)[]
}

const nothingPlayed: Findings = { outcomes: [], resultsOf: () => [], pictureOf: () => null, seconds: [] }

/** A machine with its drawing, its paths and their results. */
export async function machineData(
  { model, paths }: Pick<Plan, 'model' | 'paths'>,
  findings: Findings = nothingPlayed,
): Promise<MachineData> {
  const { outcomes, resultsOf, pictureOf, seconds } = findings
  const played = (concerns: Parameters<typeof tallyOf>[2]) =>
    outcomes.map((outcomeOf) => tallyOf(paths, outcomeOf, concerns))
  const transitions = transitionsOf(model, paths).map(({ key, ...transition }) => ({
    ...transition,
    played: played(({ taken }) => taken.includes(key)),
  }))
  const states = statesOf(model.machine)
  const steps = paths.flatMap((path) => path.steps)
  const events = distinct(steps.map((step) => eventOf(model, step)))
  const actions = distinct(steps.flatMap(({ wishes }) => wishes.map(actionWords)))
  const keys = linesOf(model.machine).map(({ key }) => key)
  const standing = (snapshot: Step['after']) => statesIn(snapshot).map((state) => states.indexOf(state))
  const stepOf = (path: Path, step: Step, index: number): StepData => ({
    event: placeIn(events, eventOf(model, step)),
    taken: step.taken.map((key) => keys.indexOf(key)),
    states: standing(step.after),
    does: step.wishes.map((wish) => placeIn(actions, actionWords(wish))),
    picture: pictureOf(path, index + 1),
  })
  return {
    id: nameOf(model),
    title: said(model.title),
    drawing: await drawingOf(model, transitions),
    states: states.map((id) => ({
      id,
      title: said(model.states[id] ?? id),
      played: played(({ after }) => statesIn(after).includes(id)),
    })),
    events,
    transitions,
    actions,
    rules: model.rules.map(({ says, source }) => ({ says: said(says), source })),
    impossible: Object.entries(model.impossible ?? {}).map(([event, why]) => ({ event, why: said(why) })),
    paths: paths.map(
      (path): PathData => ({
        id: idOf(path),
        start: { event: null, taken: [], states: standing(path.start), does: [], picture: pictureOf(path, 0) },
        steps: path.steps.map((step, index) => stepOf(path, step, index)),
        results: resultsOf(path),
      }),
    ),
    seconds,
  }
}

function transitionsOf(model: Model, paths: readonly Path[]): (Omit<TransitionData, 'played'> & { key: string })[] {
  const steps = paths.flatMap((path) => path.steps)
  return linesOf(model.machine).map(({ key, source, event, targets, guard }) => {
    const taking = steps.filter(({ taken }) => taken.includes(key))
    const titles = [...new Set(taking.map((step) => titleOf(model, step)))].map(said)
    const condition = guard === null ? null : { name: guard, says: guardWords(guard) }
    return { key, source, event, targets, guard: condition, titles }
  })
}

function eventOf(model: Model, step: Step): MachineData['events'][number] {
  return { type: step.event.type, title: said(titleOf(model, step)) }
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

function placeIn<Value>(values: readonly Value[], wanted: Value): number {
  const text = JSON.stringify(wanted)
  return values.findIndex((value) => JSON.stringify(value) === text)
}
