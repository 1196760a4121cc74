import type { MachineData, PathData } from '#tests/model-runner/report/report-data.ts'
import { labels } from './labels.ts'
import { useText } from './language.tsx'
import { numbered } from './marks.tsx'
import { Expectation } from './step-words.tsx'

/** The path as a checklist, visible in print only. */
export function Checklist({ machine, path }: { machine: MachineData; path: PathData }) {
  const say = useText()
  return (
    <>
      <button type="button" onClick={() => print()}>
        {say(labels.checklist)}
      </button>
      <div className="checklist">
        <h2>
          {say(labels.checklistTitle)}: {say(machine.title)}
        </h2>
        <p>
          {say(labels.path)} {machine.id} {path.id}
        </p>
        <table>
          <thead>
            <tr>
              <th>№</th>
              <th>{say(labels.doThis)}</th>
              <th>{say(labels.expect)}</th>
              <th>{say(labels.did)}</th>
            </tr>
          </thead>
          <tbody>
            {numbered(path).map(({ count, step }) => (
              <tr key={count}>
                <td>{count}</td>
                <td>
                  {step.event === null ? say(labels.beginning) : say(machine.events[step.event]?.title ?? labels.event)}
                </td>
                <td>
                  <Expectation machine={machine} step={step} />
                </td>
                <td>☐</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
