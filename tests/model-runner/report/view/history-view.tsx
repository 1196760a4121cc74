import type { ReportData, Trend } from '#tests/model-runner/report/report-data.ts'
import { addressOf } from './hash-location.ts'
import { labels } from './labels.ts'
import { useLanguage, useText } from './language.tsx'
import { Folded } from './tables.tsx'

const bar = { width: 6, gap: 2, height: 28 }

/** Past runs of this branch by machine and level: duration, failures, flaky paths, and the main branch beside them. */
export function HistoryView({ report }: { report: ReportData }) {
  const say = useText()
  if (report.history.length === 0) return null
  return (
    <Folded
      title={labels.history}
      head={[labels.machine, labels.runs, labels.duration, labels.flakeRate, labels.failing, labels.compared]}
    >
      {report.history.map((trend) => {
        const machine = report.machines.find(({ id }) => id === trend.machine)
        return (
          <tr key={`${trend.machine} ${trend.level}`}>
            <td>
              {machine ? say(machine.title) : trend.machine},{' '}
              {say(report.levels[levelPlace(report, trend)] ?? labels.machine)}
            </td>
            <td>
              <Bars trend={trend} />
            </td>
            <td className="number">
              <Seconds milliseconds={trend.runs.at(-1)?.milliseconds ?? 0} />
              <br />
              <span className="muted">
                {say(labels.median)} <Seconds milliseconds={trend.median} />
              </span>
            </td>
            <td className="number">
              {(trend.flakeRate * 100).toFixed(1)} %
              {trend.flaky.map(({ path, commits }) => (
                <div key={path}>
                  <PathLink trend={trend} path={path} /> <span className="muted">{commits.join(', ')}</span>
                </div>
              ))}
            </td>
            <td>
              {trend.failing.map(({ path, since, passedOn }) => (
                <div key={path}>
                  <PathLink trend={trend} path={path} /> {say(labels.since)} <code>{since.commit}</code>
                  {passedOn !== null && (
                    <span className="muted">
                      , {say(labels.passedOn)} <code>{passedOn}</code>
                    </span>
                  )}
                </div>
              ))}
            </td>
            <td>
              <Main trend={trend} />
            </td>
          </tr>
        )
      })}
    </Folded>
  )
}

function levelPlace({ levels }: ReportData, { level }: Trend): number {
  return levels.findIndex(({ id }) => id === level)
}

/** One bar per run, as high as it took; the counts are its title. */
function Bars({ trend: { runs } }: { trend: Trend }) {
  const say = useText()
  const language = useLanguage()
  const longest = Math.max(1, ...runs.map(({ milliseconds }) => milliseconds))
  const failed = runs.filter((run) => run.failed > 0).length
  const day = new Intl.DateTimeFormat(language === 'ru' ? 'ru-RU' : 'en-GB', { dateStyle: 'short', timeStyle: 'short' })
  return (
    <>
      <svg
        className="bars"
        role="img"
        aria-label={`${say(labels.runs)}: ${runs.length}, ${say(labels.failed)}: ${failed}`}
        width={runs.length * (bar.width + bar.gap)}
        height={bar.height}
      >
        {runs.map(({ date, commit, passed, failed, unstable, milliseconds }, index) => {
          const height = Math.max(3, (milliseconds / longest) * bar.height)
          const mark = failed > 0 ? 'failed' : unstable > 0 ? 'partly' : 'passed'
          return (
            <rect
              key={date}
              className={mark}
              x={index * (bar.width + bar.gap)}
              y={bar.height - height}
              width={bar.width}
              height={height}
            >
              <title>
                {`${day.format(new Date(date))}, ${commit}: ${say(labels.passed)} ${passed}, ${say(labels.failed)} ${failed}, ${(milliseconds / 1000).toFixed(1)} ${say(labels.seconds)}`}
              </title>
            </rect>
          )
        })}
      </svg>
      <div className="muted small">
        {runs.length}, {say(labels.failed)} {failed}
      </div>
    </>
  )
}

function Main({ trend: { main } }: { trend: Trend }) {
  const say = useText()
  if (main === null) return <span className="muted">—</span>
  const { commit, passed, failed, milliseconds, failsOnlyHere, failsOnlyThere } = main
  return (
    <>
      <code>{commit}</code>: {say(labels.passed)} {passed}, {say(labels.failed)} {failed},{' '}
      <Seconds milliseconds={milliseconds} />
      {failsOnlyHere.length > 0 && (
        <div className="bad">
          {say(labels.onlyHere)}: {failsOnlyHere.join(', ')}
        </div>
      )}
      {failsOnlyThere.length > 0 && (
        <div>
          {say(labels.onlyThere)}: {failsOnlyThere.join(', ')}
        </div>
      )}
    </>
  )
}

function PathLink({ trend: { machine }, path }: { trend: Trend; path: string }) {
  return (
    <a href={addressOf({ machine, path })}>
      <code>{path}</code>
    </a>
  )
}

function Seconds({ milliseconds }: { milliseconds: number }) {
  const say = useText()
  return (
    <>
      {(milliseconds / 1000).toFixed(1)} {say(labels.seconds)}
    </>
  )
}
