import type { ReactNode } from 'react'
import type { MachineData, ReportData, Tally } from '#tests/model-runner/report/report-data.ts'
import { labels } from './labels.ts'
import { useText } from './language.tsx'
import { isOtherwise, markOf, Sign } from './marks.tsx'

type Props = { report: ReportData; machine: MachineData }

export function Transitions({ report, machine, onChoose }: Props & { onChoose: (transition: number) => void }) {
  const say = useText()
  const { transitions, states } = machine
  const nameOf = (id: string) => {
    const state = states.find((one) => one.id === id)
    return state ? say(state.title) : id === machine.id ? say(labels.anywhere) : id
  }
  return (
    <Folded
      title={labels.transitions}
      head={[labels.from, labels.event, labels.guard, labels.to]}
      levels={report.levels}
    >
      {transitions.map((transition, index) => (
        <tr key={`${transition.source} ${transition.event} ${transition.guard?.name} ${transition.targets.join()}`}>
          <td>
            <Sign mark={markOf(transition.played)} /> {nameOf(transition.source)}
          </td>
          <td>
            <button type="button" className="plain link" onClick={() => onChoose(index)}>
              {transition.titles.map(say).join('; ') || transition.event}
            </button>{' '}
            <code>{transition.event}</code>
          </td>
          <td>
            {transition.guard !== null && (
              <>
                {say(transition.guard.title)} <code>{transition.guard.name}</code>
              </>
            )}
            {isOtherwise(transitions, transition) && say(labels.otherwise)}
          </td>
          <td>{transition.targets.map(nameOf).join(', ') || say(labels.stays)}</td>
          <Counts played={transition.played} />
        </tr>
      ))}
    </Folded>
  )
}

export function States({ report, machine }: Props) {
  const say = useText()
  return (
    <Folded title={labels.states} head={[labels.state]} levels={report.levels}>
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
  const say = useText()
  return (
    <>
      <Folded title={labels.rules} head={[labels.rules, labels.source]}>
        {machine.rules.map(({ title, source }) => (
          <tr key={title.ru}>
            <td>{say(title)}</td>
            <td>{source}</td>
          </tr>
        ))}
      </Folded>
      {machine.impossible.length > 0 && (
        <Folded title={labels.impossible} head={[labels.event, labels.why]}>
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
  const say = useText()
  return played.map(({ passed, failed }, level) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a level is its index
    <td key={level} className="number">
      {passed + failed === 0 ? say(labels.unplayed) : passed}
      {failed > 0 && (
        <span className="bad">
          , {say(labels.failed)} {failed}
        </span>
      )}
    </td>
  ))
}

type Bilingual = { ru: string; en: string }
type FoldedProps = {
  title: Bilingual
  head: Bilingual[]
  levels?: Bilingual[]
  /** Text beside the title, visible while the table is folded. */
  note?: string
  children: ReactNode[]
}

export function Folded({ title, head, levels = [], note, children }: FoldedProps) {
  const say = useText()
  return (
    <details className="folded">
      <summary>
        <h3>
          {say(title)} <span className="muted">{note ?? children.length}</span>
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
                  {say(level)}, {say(labels.timesPlayed)}
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
