import type { MachineLevel } from './machine-level.ts'
import type { Model } from './model.ts'
import { type PlayedEvents, playEvents } from './observations.ts'
import type { Path } from './paths/replay.ts'
import { brokenRule, concerningRules } from './rule.ts'

/** A model with the level that plays its machine. */
export type CheckedMachine = { model: Model; onMachine: MachineLevel }

/** Plays a path on the machine; throws the first rule that it breaks, with what happened instead. */
export async function checkRules({ model, onMachine }: CheckedMachine, path: Path): Promise<void> {
  const played = await playOnMachine({ model, onMachine }, path)
  const broken = brokenRule(model, played)
  if (broken === null) return
  const { rule, step, error } = broken
  const seen = error === undefined ? whatHappened(played, step) : `the rule throws ${error}`
  throw new Error(`step ${step} breaks the rule «${rule.title}» (${rule.source})\nseen: ${seen}`)
}

/** The requirements whose rules say something about a path. */
export async function requirementsOf(machine: CheckedMachine, path: Path): Promise<string[]> {
  const { rules } = machine.model
  const concerning = concerningRules(machine.model, await playOnMachine(machine, path))
  const sources = concerning.flatMap((index) => {
    const rule = rules[index]
    return rule === undefined || rule.isGeneral ? [] : sourcesOf(rule.source)
  })
  return [...new Set(sources)]
}

export function sourcesOf(source: string): string[] {
  return source.split(',').map((id) => id.trim())
}

function playOnMachine({ model, onMachine }: CheckedMachine, { steps }: Path): Promise<PlayedEvents> {
  return playEvents(
    model,
    onMachine,
    steps.map(({ event }) => event),
  )
}

/** The state that a step leads to, and all that it does. */
function whatHappened({ start, observations }: PlayedEvents, step: number): string {
  const { after, effects, begun } = observations[step - 1] ?? start
  const done = [
    ...effects.map(({ action, params }) => (params === undefined ? action : `${action} ${JSON.stringify(params)}`)),
    ...begun.map(({ id, input }) => `starts ${id} with ${JSON.stringify(input) ?? 'nothing'}`),
  ]
  return `${JSON.stringify(after.value)}, ${done.join(', ') || 'no effect'}`
}
