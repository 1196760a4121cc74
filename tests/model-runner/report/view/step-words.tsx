import type { MachineData, StepData } from '#tests/model-runner/report/report-data.ts'
import { labels } from './labels.ts'
import { useText } from './language.tsx'

type Props = { machine: MachineData; step: StepData }

export function StepTitle({ machine, step }: Props) {
  const say = useText()
  const event = step.event === null ? null : machine.events[step.event]
  return (
    <>
      <b>{event ? say(event.title) : say(labels.beginning)}</b> {event && <code>{event.type}</code>}
    </>
  )
}

/** The expected result of a step: the state of the machine and its side effects. */
export function Expectation({ machine, step }: Props) {
  const say = useText()
  const isIgnored = step.event !== null && step.taken.length === 0
  return (
    <p className="expected">
      <span className="muted">{say(labels.expect)}:</span>{' '}
      {step.states.map((index) => say(machine.states[index]?.title ?? labels.state)).join(', ')}
      {isIgnored && ` (${say(labels.ignored)})`}
      {step.does.map((index) => (
        <span className="does" key={index}>
          {say(machine.actions[index] ?? labels.event)}
        </span>
      ))}
    </p>
  )
}
