import './drawing.css'
import { useLayoutEffect, useRef, useState } from 'react'
import type { MachineData } from '#tests/model-runner/report/report-data.ts'
import { labels } from './labels.ts'
import { useText } from './language.tsx'
import './shapes.css'
import { type Drawn, Shapes } from './shapes.tsx'

/** The drawings of the machine, coloured by results; the tables below have the same content as text. */
export function DrawingView({ machine, highlight, onChoose }: Drawn & { machine: MachineData }) {
  const say = useText()
  const { drawings } = machine
  const widest = Math.max(...drawings.map(({ width }) => width))
  const [scale, setScale] = useState<number | 'readable' | 'whole'>('readable')
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    showNow(frame.current, highlight.now === null ? '.beginning' : '[data-now]')
  }, [highlight.now])
  const zoom = (by: number) => {
    const shown = frame.current?.querySelector('svg')?.getBoundingClientRect().width ?? widest
    setScale(Math.min(3, Math.max(0.15, (shown / (drawings[0]?.width ?? widest)) * by)))
  }
  return (
    <div className="drawing">
      <div className="zoom">
        <button type="button" onClick={() => zoom(1 / 1.35)} aria-label={say(labels.zoomOut)}>
          −
        </button>
        <button type="button" onClick={() => zoom(1.35)} aria-label={say(labels.zoomIn)}>
          +
        </button>
        <button type="button" onClick={() => setScale('whole')}>
          {say(labels.zoomFit)}
        </button>
        <Legend isPlayed={isPlayed(machine)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className="canvas" ref={frame} tabIndex={0} aria-label={`${say(labels.drawing)}: ${say(machine.title)}`}>
        {drawings.map((drawing) => (
          <figure key={drawing.title.en}>
            {drawings.length > 1 && <figcaption>{say(drawing.title)}</figcaption>}
            <svg
              className="shapes"
              viewBox={`0 0 ${drawing.width} ${drawing.height}`}
              style={sizeOf(drawing.width, scale)}
              aria-hidden="true"
            >
              <Shapes {...{ drawing, machine, highlight, onChoose }} />
            </svg>
          </figure>
        ))}
      </section>
    </div>
  )
}

/** Fits the width, but stays readable unless the user chooses the whole drawing. */
function sizeOf(width: number, scale: number | 'readable' | 'whole') {
  if (typeof scale === 'number') return { width: width * scale }
  return { width: '100%', maxWidth: width, minWidth: scale === 'whole' ? 0 : width * 0.8 }
}

function Legend({ isPlayed }: { isPlayed: boolean }) {
  const say = useText()
  const marks = isPlayed ? (['passed', 'partly', 'failed', 'unplayed', 'lit'] as const) : (['lit'] as const)
  return (
    <ul className="legend">
      {marks.map((mark) => (
        <li key={mark} className={mark}>
          {say(labels[mark])}
        </li>
      ))}
    </ul>
  )
}

function isPlayed({ transitions }: MachineData): boolean {
  return transitions.some(({ played }) => played.length > 0)
}

/** Scrolls the drawing, not the page, to the current state of the path. */
function showNow(frame: HTMLElement | null, what: string): void {
  const now = frame?.querySelector(what)
  if (!frame || !now) return
  const [seen, whole] = [now.getBoundingClientRect(), frame.getBoundingClientRect()]
  frame.scrollBy({
    left: seen.left + seen.width / 2 - whole.left - whole.width / 2,
    top: seen.top + seen.height / 2 - whole.top - whole.height / 2,
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
  })
}
