import type { PathData, StepData, Tally, TransitionData } from '#tests/model-runner/report/report-data.ts'
import { labels } from './labels.ts'
import { useText } from './language.tsx'

export type Mark = 'passed' | 'partly' | 'failed' | 'unplayed'

/** A tick means that every level has played it; one level without a play removes the tick. */
export function markOf(played: readonly Tally[]): Mark {
  if (played.some(({ failed }) => failed > 0)) return 'failed'
  const counts = played.map(({ passed }) => passed)
  if (!counts.some((count) => count > 0)) return 'unplayed'
  return counts.every((count) => count > 0) ? 'passed' : 'partly'
}

export function markOfPath({ results }: PathData): Mark {
  if (results.some((result) => result?.failure)) return 'failed'
  if (results.every((result) => result === null)) return 'unplayed'
  return results.includes(null) ? 'partly' : 'passed'
}

const signs: Record<Mark, string> = { passed: '✓', partly: '◐', failed: '✗', unplayed: '–' }

export function Sign({ mark }: { mark: Mark }) {
  const say = useText()
  return (
    <span className={`sign ${mark}`} title={say(labels[mark])}>
      <span aria-hidden="true">{signs[mark]}</span>
      <span className="unseen">{say(labels[mark])}</span>
    </span>
  )
}

/** The highlighted parts of the drawing: the visited and the current ones. */
export type Highlight = { states: Set<number>; transitions: Set<number>; now: StepData | null }

export const noHighlight: Highlight = { states: new Set(), transitions: new Set(), now: null }

export function highlightOf({ start, steps }: PathData, count: number): Highlight {
  const past = [start, ...steps.slice(0, count)]
  return {
    states: new Set(past.flatMap(({ states }) => states)),
    transitions: new Set(past.flatMap(({ taken }) => taken)),
    now: past.at(-1) ?? null,
  }
}

/** Only the states that a machine is in, by index. */
export function highlightOfStates(states: number[]): Highlight {
  return { ...noHighlight, now: { event: null, taken: [], states, does: [], picture: null } }
}

/** A guard selects one of several transitions of an event; the last one often has none. */
export function isOtherwise(transitions: readonly TransitionData[], { event, source, guard }: TransitionData): boolean {
  return guard === null && transitions.some((one) => one.event === event && one.source === source && one.guard !== null)
}

/** The observations of a path with their numbers; 0 is the start. */
export function numbered({ start, steps }: PathData): { count: number; step: StepData }[] {
  return [start, ...steps].map((step, count) => ({ count, step }))
}
