import { useCallback, useState } from 'react'
import type { MachineData, ReportData } from '#tests/model-runner/report/report-data.ts'
import { DrawingView } from './drawing-view.tsx'
import { addressOf, type HashLocation, stepTo } from './hash-location.ts'
import { useText } from './language.tsx'
import { highlightOf, noHighlight } from './marks.tsx'
import { PathList } from './path-list.tsx'
import { PathView } from './path-view.tsx'
import { Rules, States, Transitions } from './tables.tsx'

/** A machine: its drawing and its paths, or the selected path, which is highlighted in the drawing. */
export function MachineView({
  report,
  machine,
  where,
}: {
  report: ReportData
  machine: MachineData
  where: HashLocation
}) {
  const say = useText()
  const [through, setThrough] = useState<number | null>(null)
  const path = machine.paths.find(({ id }) => id === where.path) ?? null
  const step = Math.min(where.step, path?.steps.length ?? 0)
  const onStep = useCallback(
    (wanted: number) => stepTo({ machine: machine.id, path: where.path, step: wanted }),
    [machine.id, where.path],
  )
  const choose = (transition: number) => {
    setThrough(transition)
    location.hash = addressOf({ machine: machine.id })
    document.getElementById('paths')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <article aria-labelledby="machine">
      <h2 id="machine">{say(machine.title)}</h2>
      <p className="muted">
        <code>{machine.id}</code>
      </p>
      <div className="beside">
        <DrawingView
          machine={machine}
          highlight={path === null ? noHighlight : highlightOf(path, step)}
          onChoose={choose}
        />
        {path === null ? (
          <PathList
            machine={machine}
            hrefOf={(id) => addressOf({ machine: machine.id, path: id })}
            through={through}
            onClear={() => setThrough(null)}
          />
        ) : (
          <PathView key={path.id} {...{ report, machine, path, step, onStep }} />
        )}
      </div>
      <Transitions report={report} machine={machine} onChoose={choose} />
      <States report={report} machine={machine} />
      <Rules machine={machine} />
    </article>
  )
}
