import { useLayoutEffect, useRef, useState } from 'react'
import type { Arrow, Box, Line, MachineData, Tally } from '#tests/models/report/report-data.ts'
import { useLanguage, useSay } from './language.tsx'
import { type Light, markOf } from './marks.tsx'
import { own } from './own-words.ts'

type Props = { machine: MachineData; light: Light; onChoose: (transition: number) => void }

/** The machine as it was laid out, coloured by what was played; the tables below say the same in words. */
export function DrawingView({ machine, light, onChoose }: Props) {
  const say = useSay()
  const { drawing } = machine
  const [scale, setScale] = useState<number | 'readable' | 'whole'>('readable')
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    showNow(frame.current, light.now === null ? '.beginning' : '[data-now]')
  }, [light.now])
  const zoom = (by: number) => {
    const shown = frame.current?.querySelector('svg')?.getBoundingClientRect().width ?? drawing.width
    setScale(Math.min(3, Math.max(0.15, (shown / drawing.width) * by)))
  }
  return (
    <div className="drawing">
      <div className="zoom">
        <button type="button" onClick={() => zoom(1 / 1.35)} aria-label={say(own.zoomOut)}>
          −
        </button>
        <button type="button" onClick={() => zoom(1.35)} aria-label={say(own.zoomIn)}>
          +
        </button>
        <button type="button" onClick={() => setScale('whole')}>
          {say(own.zoomFit)}
        </button>
        <Legend isPlayed={isPlayed(machine)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className="canvas" ref={frame} tabIndex={0} aria-label={`${say(own.drawing)}: ${say(machine.title)}`}>
        <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} style={sizeOf(drawing.width, scale)} aria-hidden="true">
          {drawing.boxes.map((box) => (
            <BoxView key={box.id} {...{ box, machine, light, onChoose }} />
          ))}
          {drawing.arrows.map((arrow) => (
            <ArrowView key={`${arrow.source} ${arrow.target}`} {...{ arrow, machine, light, onChoose }} />
          ))}
        </svg>
      </section>
    </div>
  )
}

/** As wide as its place, but never so small that nobody can read it, unless that is wanted. */
function sizeOf(width: number, scale: number | 'readable' | 'whole') {
  if (typeof scale === 'number') return { width: width * scale }
  return { width: '100%', maxWidth: width, minWidth: scale === 'whole' ? 0 : width * 0.8 }
}

function Legend({ isPlayed }: { isPlayed: boolean }) {
  const say = useSay()
  const marks = isPlayed ? (['passed', 'partly', 'failed', 'unplayed', 'lit'] as const) : (['lit'] as const)
  return (
    <ul className="legend">
      {marks.map((mark) => (
        <li key={mark} className={mark}>
          {say(own[mark])}
        </li>
      ))}
    </ul>
  )
}

function BoxView({ box, machine, light, onChoose }: { box: Box } & Props) {
  const language = useLanguage()
  const { id, kind, x, y, width, height } = box
  if (kind === 'beginning') return <circle className="beginning" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
  const index = machine.states.findIndex((state) => state.id === id)
  const inside = machine.states.flatMap((state, place) => (state.id.startsWith(`${id}.`) ? [place] : []))
  const own = index === -1 ? inside : [index]
  const isNow = light.now !== null && own.some((place) => light.now?.states.includes(place))
  const mark = lookOf(machine.states[index]?.played)
  const look = [kind, mark, own.some((place) => light.states.has(place)) ? 'lit' : '', isNow ? 'now' : ''].join(' ')
  const lines = box.title[language]
  const top = y + 22
  const titles = Math.max(box.title.ru.length, box.title.en.length)
  return (
    <g className={`box ${look}`} data-now={isNow && kind !== 'group' ? '' : undefined}>
      <rect x={x} y={y} width={width} height={height} rx={kind === 'group' ? 14 : 10} />
      {kind === 'final' && <rect className="inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={8} />}
      {lines.map((line, place) => (
        <text className="title" key={line} x={x + 14} y={top + place * 18}>
          {line}
        </text>
      ))}
      {kind !== 'any' && (
        <text className="name" x={x + 14} y={top + titles * 18 - 2}>
          {id}
        </text>
      )}
      {box.inner.map((line, place) => (
        <LineView
          key={line.transition}
          {...{ line, machine, light, onChoose, x: x + 14, sign: '↻ ' }}
          y={top + titles * 18 + (kind === 'any' ? 0 : 16) + place * 16}
        />
      ))}
    </g>
  )
}

function ArrowView({ arrow, machine, light, onChoose }: { arrow: Arrow } & Props) {
  const { points, label, lines } = arrow
  const marks = lines.map(({ transition }) => lookOf(machine.transitions[transition]?.played))
  const worst = (['failed', 'unplayed', 'partly', 'passed'] as const).find((mark) => marks.includes(mark)) ?? ''
  const isLit = lines.some(({ transition }) => light.transitions.has(transition))
  const isNow = lines.some(({ transition }) => light.now?.taken.includes(transition))
  return (
    <g className={`arrow ${worst} ${isLit ? 'lit' : ''} ${isNow ? 'now' : ''}`}>
      <path d={`M${points.map((point) => point.join(' ')).join('L')}`} />
      <polygon points={headOf(points)} />
      {label !== null && <rect className="label" {...label} rx={4} />}
      {label !== null &&
        lines.map((line, place) => (
          <LineView
            key={line.transition}
            {...{ line, machine, light, onChoose, x: label.x + 6, sign: '' }}
            y={label.y + 14 + place * 16}
          />
        ))}
    </g>
  )
}

type LineProps = { line: Line; x: number; y: number; sign: string } & Props

function LineView({ line, machine, light, onChoose, x, y, sign }: LineProps) {
  const language = useLanguage()
  const { transition, text } = line
  const { titles = [], played, event } = machine.transitions[transition] ?? {}
  const isNow = light.now?.taken.includes(transition)
  const look = `${lookOf(played)} ${light.transitions.has(transition) ? 'lit' : ''} ${isNow ? 'now' : ''}`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the mouse; the table of transitions has the button
    <text className={`line ${look}`} x={x} y={y} onClick={() => onChoose(transition)}>
      <title>{`${titles.map((title) => title[language]).join('; ')} (${event})`}</title>
      {sign}
      {text[language]}
    </text>
  )
}

/** Where nobody has told of any play, as on `/qa`, nothing is coloured by one. */
function lookOf(played: readonly Tally[] = []): string {
  return played.length === 0 ? '' : markOf(played)
}

function isPlayed({ transitions }: MachineData): boolean {
  return transitions.some(({ played }) => played.length > 0)
}

function headOf(points: readonly [number, number][]): string {
  const [x = 0, y = 0] = points.at(-1) ?? []
  const [fromX = 0, fromY = 0] = points.at(-2) ?? []
  const [alongX, alongY] = [Math.sign(x - fromX), Math.sign(y - fromY)]
  const side = (by: number) => `${x - alongX * 9 + alongY * by},${y - alongY * 9 + alongX * by}`
  return `${x},${y} ${side(4)} ${side(-4)}`
}

/** Scrolls the drawing, not the page, to where the path stands. */
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
