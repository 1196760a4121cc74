import { useEffect, useRef, useState } from 'react'
import type { MachineData, PathData, ReportData, StepData } from '#tests/model-runner/report/report-data.ts'
import { Checklist } from './checklist.tsx'
import { EvidenceLinks, Known } from './failure-parts.tsx'
import { addressOf } from './hash-location.ts'
import { labels } from './labels.ts'
import { useText } from './language.tsx'
import { numbered, Sign } from './marks.tsx'
import { Expectation, StepTitle } from './step-words.tsx'
import { WatchLinks } from './watch-links.tsx'

type Props = {
  report: ReportData
  machine: MachineData
  path: PathData
  step: number
  onStep: (step: number) => void
}

/** A path step by step: event, expected result and screenshot. */
export function PathView({ report, machine, path, step, onStep }: Props) {
  const say = useText()
  const [isPlaying, setPlaying] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // Scrolls to the selected path and its drawing, also from the end of the list.
  useEffect(() => {
    heading.current?.closest('.beside')?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const current = heading.current?.closest('.path')?.querySelector('[aria-current="step"]')
    if (step > 0) current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  const isLast = step >= path.steps.length
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => (isLast ? setPlaying(false) : onStep(step + 1)), 1400)
    return () => clearTimeout(timer)
  }, [isPlaying, isLast, step, onStep])
  const play = () => {
    if (isLast && !isPlaying) onStep(0)
    setPlaying(!isPlaying)
  }
  return (
    <section aria-labelledby="path" className="path">
      <p>
        <a href={addressOf({ machine: machine.id })}>← {say(labels.back)}</a>
      </p>
      <h3 id="path" ref={heading} tabIndex={-1}>
        {say(labels.path)} <code>{path.id}</code>
      </h3>
      <ul className="chips">
        {report.levels.map((level, index) => (
          <LevelChip key={level.ru} title={say(level)} result={path.results[index] ?? null} />
        ))}
      </ul>
      <WatchLinks demo={report.demo} machine={machine.id} path={path.id} />
      <div className="player">
        <button type="button" onClick={() => onStep(Math.max(0, step - 1))} disabled={step === 0}>
          ← {say(labels.previous)}
        </button>
        <button type="button" className="main" onClick={play}>
          {isPlaying ? say(labels.pause) : isLast ? say(labels.again) : say(labels.play)}
        </button>
        <button type="button" onClick={() => onStep(step + 1)} disabled={isLast}>
          {say(labels.next)} →
        </button>
        <span className="muted" role="status">
          {say(labels.step)} {step} {say(labels.of)} {path.steps.length}
        </span>
      </div>
      <ol className="steps" start={0}>
        {numbered(path).map(({ count, step: one }) => (
          <li key={count} className={count === step ? 'now' : ''} aria-current={count === step ? 'step' : undefined}>
            <button type="button" className="plain" onClick={() => onStep(count)}>
              <StepTitle machine={machine} step={one} />
            </button>
            <Expectation machine={machine} step={one} />
            <Seen {...{ report, path, count, step: one }} />
          </li>
        ))}
      </ol>
      <Checklist machine={machine} path={path} />
    </section>
  )
}

function LevelChip({ title, result }: { title: string; result: PathData['results'][number] }) {
  const say = useText()
  const mark = result === null ? 'unplayed' : result.failure ? 'failed' : 'passed'
  return (
    <li className={`chip ${mark}`}>
      <Sign mark={mark} /> {title}:{' '}
      {result === null
        ? say(labels.unplayed)
        : `${say(labels[mark])}, ${result.milliseconds} ${say(labels.milliseconds)}`}
    </li>
  )
}

type SeenProps = { report: ReportData; path: PathData; count: number; step: StepData }

/** The screenshot after a step, and the failure of each level at this step. */
function Seen({ report, path, count, step }: SeenProps) {
  const say = useText()
  const stopped = path.results.flatMap((result, level) =>
    result?.failure && result.failure.step <= count ? [{ level, failure: result.failure }] : [],
  )
  const here = stopped.filter(({ failure }) => failure.step === count)
  const picture = here.map(({ failure }) => failure.picture).find((key) => key !== null) ?? step.picture
  const source = picture === null ? undefined : report.pictures[picture]
  return (
    <>
      {here.map(({ level, failure }) => (
        <div className="failure" key={level}>
          <b>
            {say(report.levels[level] ?? labels.machine)}: {say(labels.failed)}
          </b>
          <pre>{failure.message}</pre>
          <Known quarantine={failure.quarantine} />
          <EvidenceLinks evidence={failure.evidence} />
          {failure.shown !== null && (
            <details>
              <summary>{say(labels.seen)}</summary>
              <pre>{failure.shown}</pre>
            </details>
          )}
        </div>
      ))}
      {source !== undefined && stopped.length === here.length ? (
        <img
          loading="lazy"
          src={source}
          width={720}
          height={450}
          alt={`${say(labels.picture)}: ${say(labels.step)} ${count}`}
        />
      ) : (
        <p className="muted small">{stopped.length > 0 ? say(labels.notReached) : say(labels.noPicture)}</p>
      )}
    </>
  )
}
