import { useEffect, useState } from 'react'
import type { MachineData, PathData } from '#tests/model-runner/report/report-data.ts'
import { DrawingView } from '#tests/model-runner/report/view/drawing-view.tsx'
import { labels } from '#tests/model-runner/report/view/labels.ts'
import { useText } from '#tests/model-runner/report/view/language.tsx'
import { highlightOf, highlightOfStates, numbered } from '#tests/model-runner/report/view/marks.tsx'
import { Expectation, StepTitle } from '#tests/model-runner/report/view/step-words.tsx'
import { Screen } from './screen.tsx'
import { TraceLine } from './trace.tsx'
import { type Driven, useDriven } from './use-driven.ts'

/** A path in the running app: the app, the drawing, and the expected result of every step. */
export function LivePath({ machine, path }: { machine: MachineData; path: PathData }) {
  const say = useText()
  const driven = useDriven(machine.id, path.id)
  const [isPlaying, setPlaying] = useState(false)
  const count = driven.frame?.count ?? 0
  const isOver = count >= path.steps.length || driven.frame?.failure !== null || driven.trouble !== null
  const { isBusy, step, back } = driven
  const there = statesByHand(machine, path, driven)
  useEffect(() => {
    if (!isPlaying || isBusy || isOver) return
    const timer = setTimeout(step, 900)
    return () => clearTimeout(timer)
  }, [isPlaying, isBusy, isOver, step])
  return (
    <>
      <div className="live player">
        <button type="button" className="main" disabled={isOver} onClick={() => setPlaying(!isPlaying)}>
          {isPlaying && !isOver ? say(labels.pause) : say(labels.play)}
        </button>
        <button type="button" disabled={count === 0 || isBusy || isPlaying} onClick={back}>
          ← {say(labels.previous)}
        </button>
        <button type="button" disabled={isOver || isBusy || isPlaying} onClick={step}>
          {say(labels.next)} →
        </button>
        <button type="button" onClick={driven.restart}>
          {say(labels.again)}
        </button>
        <span className="muted" role="status">
          {there === null
            ? `${say(labels.step)} ${count} ${say(labels.of)} ${path.steps.length}. ${say(stateOf(driven, isOver))}`
            : `${say(labels.atByHand)}: ${there.map((index) => say(machine.states[index]?.title ?? labels.state)).join(', ')}`}
        </span>
      </div>
      {(driven.trouble ?? driven.frame?.failure) && (
        <div className="failure" role="alert">
          <b>
            {say(labels.failureAt)} {count}
          </b>
          <pre>{driven.trouble ?? driven.frame?.failure}</pre>
        </div>
      )}
      <div className="beside live">
        <div>
          <Screen driven={driven} />
          <p className="muted small">{say(labels.byHand)}</p>
          {driven.frame?.trace && <TraceLine trace={driven.frame.trace} />}
        </div>
        <DrawingView
          machine={machine}
          highlight={there === null ? highlightOf(path, count) : highlightOfStates(there)}
          onChoose={() => undefined}
        />
        <ol className="steps" start={0}>
          {numbered(path).map(({ count: place, step: one }) => (
            <li
              key={place}
              className={place === count && there === null ? 'now' : ''}
              aria-current={place === count && there === null ? 'step' : undefined}
            >
              <StepTitle machine={machine} step={one} />
              <Expectation machine={machine} step={one} />
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

/** The states, by index, to which a person has led the machine by hand; null while it is where the path is. */
function statesByHand({ states }: MachineData, { start, steps }: PathData, { frame }: Driven): number[] | null {
  if (frame === null || frame.states === null) return null
  const expected = (frame.count === 0 ? start : steps[frame.count - 1])?.states ?? []
  const seen = frame.states.map((id) => states.findIndex((state) => state.id === id))
  return seen.includes(-1) || [...seen].sort().join() === [...expected].sort().join() ? null : seen
}

function stateOf({ frame, isBusy, trouble }: Driven, isOver: boolean) {
  if (trouble !== null || frame?.failure != null) return labels.failed
  if (frame === null) return labels.opening
  if (isOver) return labels.done
  return isBusy ? labels.playing : labels.whole
}
