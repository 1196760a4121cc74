import type { ReactNode } from 'react'
import type { MachineData, ReportData, Tally } from '#tests/model-runner/report/report-data.ts'
import { useSay } from './language.tsx'
import { isOtherwise, markOf, Sign } from './marks.tsx'
import { own } from './own-words.ts'

type Props = { report: ReportData; machine: MachineData }

export function Transitions({ report, machine, onChoose }: Props & { onChoose: (transition: number) => void }) {
  const say = useSay()
  const { transitions, states } = machine
  const nameOf = (id: string) => {
    const state = states.find((one) => one.id === id)
    return state ? say(state.title) : id === machine.id ? say(own.anywhere) : id
  }
  return (
    <Folded title={own.transitions} head={[own.from, own.event, own.guard, own.to]} levels={report.levels}>
      {transitions.map((transition, place) => (
        <tr key={`${transition.source} ${transition.event} ${transition.guard?.name} ${transition.targets.join()}`}>
          <td>
            <Sign mark={markOf(transition.played)} /> {nameOf(transition.source)}
          </td>
          <td>
            <button type="button" className="plain link" onClick={() => onChoose(place)}>
              {transition.titles.map(say).join('; ') || transition.event}
            </button>{' '}
            <code>{transition.event}</code>
          </td>
          <td>
            {transition.guard !== null && (
              <>
                {say(transition.guard.says)} <code>{transition.guard.name}</code>
              </>
            )}
            {isOtherwise(transitions, transition) && say(own.otherwise)}
          </td>
          <td>{transition.targets.map(nameOf).join(', ') || say(own.stays)}</td>
          <Counts played={transition.played} />
        </tr>
      ))}
    </Folded>
  )
}

export function States({ report, machine }: Props) {
  const say = useSay()
  return (
    <Folded title={own.states} head={[own.state]} levels={report.levels}>
      {machine.states.map(({ id, title, played }) => (
        <tr key={id}>
          <td>
            <Sign mark={markOf(played)} /> {say(title)} <code>{id}</code>
          </td>
          <Counts played={played} />
        </tr>
      ))}
    </Folded>
  )
}

/** Rules are checked on every path of the machine level, before other levels are played. */
export function Rules({ machine }: { machine: MachineData }) {
  const say = useSay()
  return (
    <>
      <Folded title={own.rules} head={[own.rules, own.source]}>
        {machine.rules.map(({ says, source }) => (
          <tr key={says.ru}>
            <td>{say(says)}</td>
            <td>{source}</td>
          </tr>
        ))}
      </Folded>
      {machine.impossible.length > 0 && (
        <Folded title={own.impossible} head={[own.event, own.why]}>
          {machine.impossible.map(({ event, why }) => (
            <tr key={event}>
              <td>
                <code>{event}</code>
              </td>
              <td>{say(why)}</td>
            </tr>
          ))}
        </Folded>
      )}
    </>
  )
}

function Counts({ played }: { played: readonly Tally[] }) {
  const say = useSay()
  return played.map(({ passed, failed }, level) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
    <td key={level} className="number">
      {passed + failed === 0 ? say(own.unplayed) : passed}
      {failed > 0 && (
        <span className="bad">
          , {say(own.failed)} {failed}
        </span>
      )}
    </td>
  ))
}

type Words = { ru: string; en: string }
type FoldedProps = { title: Words; head: Words[]; levels?: Words[]; children: ReactNode[] }

function Folded({ title, head, levels = [], children }: FoldedProps) {
  const say = useSay()
  return (
    <details className="folded">
      <summary>
        <h3>
          {say(title)} <span className="muted">{children.length}</span>
        </h3>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className="scroll" tabIndex={0} aria-label={say(title)}>
        <table>
          <thead>
            <tr>
              {head.map((words) => (
                <th key={words.ru}>{say(words)}</th>
              ))}
              {levels.map((level) => (
                <th key={level.ru} className="number">
                  {say(level)}, {say(own.timesPlayed)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </details>
  )
}
