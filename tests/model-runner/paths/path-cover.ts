import { statesIn } from './coverage.ts'
import type { Path, Step } from './replay.ts'

/** The criterion of a cover: the items that each step of a path covers. */
type Measure = (step: Step, index: number, steps: readonly Step[]) => readonly string[]

export const byTransition: Measure = (step, index, steps) => [
  ...step.taken,
  ...step.guardOutcomes,
  ...(goesBack(step, index, steps) ? ['goes back to the step before'] : []),
]

export const byState: Measure = ({ after }) => statesIn(after)

/** The states, and the types of events. */
export const byStateAndEvent: Measure = ({ after, event }) => [...statesIn(after), event.type]

/** Whether a step goes back from a page that was opened on the path: such a step leaves the history as it was. */
function goesBack(step: Step, index: number, steps: readonly Step[]): boolean {
  const has = (one: Step, name: string) => one.effects.some(({ action }) => action === name)
  const opened = steps
    .slice(0, index)
    .findLast((one) => ['show', 'showInstead', 'goBack'].some((name) => has(one, name)))
  return has(step, 'goBack') && opened !== undefined && has(opened, 'show')
}

/** An ignored event counts too: the page must not offer it. */
const byCase: Measure = (step, ...where) => [...byTransition(step, ...where), JSON.stringify([step.event, step.taken])]

/** A small subset of the paths, mostly long ones, with the same coverage as all of them. */
export function coverOf(paths: readonly Path[], measure: Measure = byCase): Path[] {
  const covered = new Map(paths.map((path) => [path, new Set(path.steps.flatMap(measure))]))
  const left = new Set(paths.flatMap((path) => [...(covered.get(path) ?? [])]))
  const chosen = new Set<Path>()
  const gain = (path: Path) => [...(covered.get(path) ?? [])].filter((one) => left.has(one)).length
  while (left.size > 0) {
    const best = paths.reduce((one, other) => (gain(other) > gain(one) ? other : one))
    chosen.add(best)
    for (const one of covered.get(best) ?? []) left.delete(one)
  }
  // Removes paths whose items are also covered by later choices.
  for (const path of [...chosen].toReversed()) {
    const others = new Set([...chosen].filter((one) => one !== path).flatMap((one) => [...(covered.get(one) ?? [])]))
    if ([...(covered.get(path) ?? [])].every((one) => others.has(one))) chosen.delete(path)
  }
  return paths.filter((path) => chosen.has(path))
}

const stateOf = (snapshot: Path['start']) => statesIn(snapshot).join(' ')
const endOf = ({ start, steps }: Path) => steps.at(-1)?.after ?? start

/** The paths, and for every state in which none of them ends, the shortest prefix of a path that reaches it. */
export function endingEverywhere(paths: readonly Path[]): Path[] {
  const ended = new Set(paths.map((path) => stateOf(endOf(path))))
  const soonest = new Map<string, Path>()
  for (const path of beginningsOf(paths)) {
    const state = stateOf(endOf(path))
    if (!ended.has(state) && !soonest.has(state)) soonest.set(state, path)
  }
  return [...paths, ...soonest.values()]
}

/** The paths and all their beginnings, the shortest first. */
export function beginningsOf(paths: readonly Path[]): Path[] {
  return paths
    .flatMap(({ start, entry, steps }) =>
      [0, ...steps.keys().map((index) => index + 1)].map((count) => ({ start, entry, steps: steps.slice(0, count) })),
    )
    .sort((one, other) => one.steps.length - other.steps.length)
}
