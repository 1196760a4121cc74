import type { ReactNode } from 'react'
import type { MachineData, ReportData, Tally } from '#tests/model-runner/report/report-data.ts'
import { Disagreement, EvidenceLinks, Known } from './failure-parts.tsx'
import { addressOf } from './hash-location.ts'
import { labels } from './labels.ts'
import { useLanguage, useText } from './language.tsx'
import { markOf, Sign } from './marks.tsx'
import { linesOf } from './path-list.tsx'
import { WatchLinks } from './watch-links.tsx'

export function Facts({ report }: { report: ReportData }) {
  const say = useText()
  const language = useLanguage()
  const date = new Intl.DateTimeFormat(language === 'ru' ? 'ru-RU' : 'en-GB', { dateStyle: 'long', timeStyle: 'short' })
  const results = report.machines.flatMap(({ paths }) => paths.flatMap((path) => path.results))
  return (
    <dl className="facts">
      {report.levels.map((level, index) => {
        const { played, failed } = countsOf(report.machines, index)
        return (
          <Fact key={level.ru} term={say(level)} isBad={failed > 0}>
            {failed > 0
              ? `${say(labels.failed)} ${failed} ${say(labels.of)} ${played}`
              : `${say(labels.passed)} ${played}`}
          </Fact>
        )
      })}
      <Fact term={say(labels.unplayed)}>{results.filter((result) => result === null).length}</Fact>
      <Fact term={say(labels.duration)}>
        {Math.round(report.seconds)} {say(labels.seconds)}
      </Fact>
      <Fact term={say(labels.date)}>{date.format(new Date(report.date))}</Fact>
      <Fact term={say(labels.commit)}>{report.commit}</Fact>
    </dl>
  )
}

function Fact({ term, children, isBad = false }: { term: string; children: ReactNode; isBad?: boolean }) {
  return (
    <div className={isBad ? 'bad' : ''}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What could not be planned, played or finished. */
export function Defects({ report }: { report: ReportData }) {
  const say = useText()
  if (report.defects.length === 0) return null
  return (
    <section aria-labelledby="defects" className="failures">
      <h2 id="defects">{say(labels.notPlayed)}</h2>
      {report.defects.map(({ machine, title, problem, guard, requirements, details }) => (
        <div className="failure" key={`${machine} ${problem.en}`}>
          <h3>
            {say(title)} {title.en !== machine && <code>{machine}</code>}
          </h3>
          <p>{say(problem)}</p>
          {guard !== null && (
            <p>
              {say(labels.guard)}: {say(guard.title)} <code>{guard.name}</code>
            </p>
          )}
          {requirements.length > 0 && (
            <p>
              {say(labels.requirement)}: {requirements.map(say).join(', ')}
            </p>
          )}
          {details !== '' && (
            <details>
              <summary>{say(labels.details)}</summary>
              <pre>{details}</pre>
            </details>
          )}
        </div>
      ))}
    </section>
  )
}

/** The failures, each kind once, with the shortest path. */
export function Failures({ report }: { report: ReportData }) {
  const say = useText()
  if (report.failures.length === 0) return null
  return (
    <section aria-labelledby="failures" className="failures">
      <h2 id="failures">{say(labels.failures)}</h2>
      {report.failures.map(
        ({ machine: id, level, path: pathId, step, message, alike, quarantine, evidence, passedOnOtherLevel }) => {
          const machine = report.machines.find((one) => one.id === id)
          const path = machine?.paths.find((one) => one.id === pathId)
          if (!machine || !path) return null
          const shortest = linesOf(machine, path).slice(0, step).map(say).join(' → ')
          return (
            <div className="failure" key={`${id} ${level} ${pathId} ${step}`}>
              <h3>
                {say(machine.title)} · {say(report.levels[level] ?? labels.machine)}
              </h3>
              <p>
                <a href={addressOf({ machine: id, path: pathId, step })}>{shortest || say(labels.onlyStart)}</a>
              </p>
              <pre>{message}</pre>
              <p className="muted">
                {say(labels.failureAt)} {step}
                {alike > 1 && ` · ${alike} ${say(labels.alike)}`}
              </p>
              <Disagreement machine={id} path={passedOnOtherLevel} />
              <Known quarantine={quarantine} />
              <EvidenceLinks evidence={evidence} />
              <WatchLinks demo={report.demo} machine={id} path={pathId} />
            </div>
          )
        },
      )}
    </section>
  )
}

export function Machines({ report, current }: { report: ReportData; current: string }) {
  const say = useText()
  const figures = (machine: MachineData, level: number): string => {
    const { played, failed } = countsOf([machine], level)
    const unplayed = machine.paths.length - played
    if (played === 0) return say(labels.unplayed)
    return `${played - failed}/${played}${unplayed > 0 ? `, ${say(labels.unplayed)} ${unplayed}` : ''}`
  }
  return (
    <nav aria-label={say(labels.machines)} className="machines">
      <ul>
        {report.machines.map((machine) => (
          <li key={machine.id}>
            <a href={addressOf({ machine: machine.id })} aria-current={machine.id === current ? 'page' : undefined}>
              <Sign mark={markOf(report.levels.map((_, level) => tallyOf(machine, level)))} />
              <span>{say(machine.title)}</span>
              <small>
                {report.levels.map((level, index) => `${say(level)} ${figures(machine, index)}`).join(' · ')}
              </small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function tallyOf(machine: MachineData, level: number): Tally {
  const { played, failed } = countsOf([machine], level)
  return { passed: played - failed, failed }
}

function countsOf(machines: readonly MachineData[], level: number): { played: number; failed: number } {
  const results = machines.flatMap(({ paths }) => paths.flatMap((path) => path.results[level] ?? []))
  return { played: results.length, failed: results.filter(({ failure }) => failure !== null).length }
}
