import type { MachineData, PathData } from '#tests/model-runner/report/report-data.ts'
import { useSay } from './language.tsx'
import { numbered } from './marks.tsx'
import { own } from './own-words.ts'
import { Expectation } from './step-words.tsx'

/** The path as a checklist, visible in print only. */
export function Checklist({ machine, path }: { machine: MachineData; path: PathData }) {
  const say = useSay()
  return (
    <>
      <button type="button" onClick={() => print()}>
        {say(own.checklist)}
      </button>
      <div className="checklist">
        <h2>
          {say(own.checklistTitle)}: {say(machine.title)}
        </h2>
        <p>
          {say(own.path)} {machine.id} {path.id}
        </p>
        <table>
          <thead>
            <tr>
              <th>№</th>
              <th>{say(own.doThis)}</th>
              <th>{say(own.expect)}</th>
              <th>{say(own.did)}</th>
            </tr>
          </thead>
          <tbody>
            {numbered(path).map(({ count, step }) => (
              <tr key={count}>
                <td>{count}</td>
                <td>
                  {step.event === null ? say(own.beginning) : say(machine.events[step.event]?.title ?? own.event)}
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
