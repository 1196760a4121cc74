import type { ReportData } from '#tests/model-runner/report/report-data.ts'
import { addressOf } from './hash-location.ts'
import { labels } from './labels.ts'
import { useText } from './language.tsx'
import { Folded } from './tables.tsx'

const shownPaths = 3

/** Each requirement with the rules and paths that touch it; those that nothing touches come first. */
export function RequirementsView({ report: { requirements, machines } }: { report: ReportData }) {
  const say = useText()
  if (requirements.length === 0) return null
  const countOf = ({ rules }: (typeof requirements)[number]) =>
    new Set(rules.flatMap(({ machine, paths }) => (paths ?? []).map((path) => `${machine} ${path}`))).size
  const untouched = requirements.filter((one) => countOf(one) === 0)
  const titleOf = (id: string) => {
    const machine = machines.find((one) => one.id === id)
    return machine ? say(machine.title) : id
  }
  return (
    <Folded
      title={labels.requirements}
      head={[labels.requirement, labels.rules, labels.paths, labels.otherTests]}
      note={`${say(labels.untouched)}: ${untouched.length} ${say(labels.of)} ${requirements.length}`}
    >
      {[...untouched, ...requirements.filter((one) => !untouched.includes(one))].map((requirement) => (
        <tr key={requirement.id}>
          <td>
            <b>{requirement.id}</b> <span lang="en">{requirement.title}</span>
          </td>
          <td>
            {requirement.rules.length === 0 && <span className="muted">{say(labels.noRule)}</span>}
            {requirement.rules.map(({ machine, title, paths }) => (
              <div key={`${machine} ${title.ru}`}>
                {titleOf(machine)}: {say(title)}{' '}
                <span className="muted">
                  {paths === null ? say(labels.unplayed) : paths.length}{' '}
                  {paths?.slice(0, shownPaths).map((path) => (
                    <a key={path} href={addressOf({ machine, path })}>
                      <code>{path}</code>
                    </a>
                  ))}
                </span>
              </div>
            ))}
          </td>
          <td className="number">{countOf(requirement)}</td>
          <td className="number" title={requirement.tests.join('\n')}>
            {requirement.tests.length}
          </td>
        </tr>
      ))}
    </Folded>
  )
}
