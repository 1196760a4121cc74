import type { MachineData, StepData } from '#tests/model-runner/report/report-data.ts'
import { useSay } from './language.tsx'
import { own } from './own-words.ts'

type Props = { machine: MachineData; step: StepData }

export function StepTitle({ machine, step }: Props) {
  const say = useSay()
  const event = step.event === null ? null : machine.events[step.event]
  return (
    <>
      <b>{event ? say(event.title) : say(own.beginning)}</b> {event && <code>{event.type}</code>}
    </>
  )
}

/** The expected result of a step: the state of the machine and its side effects. */
export function Expectation({ machine, step }: Props) {
  const say = useSay()
  const isIgnored = step.event !== null && step.taken.length === 0
  return (
    <p className="expected">
      <span className="muted">{say(own.expect)}:</span>{' '}
      {step.states.map((place) => say(machine.states[place]?.title ?? own.state)).join(', ')}
      {isIgnored && ` (${say(own.ignored)})`}
      {step.does.map((place) => (
        <span className="does" key={place}>
          {say(machine.actions[place] ?? own.event)}
        </span>
      ))}
    </p>
  )
}
