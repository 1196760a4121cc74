import type { Arrow, Box, Drawing, Line, MachineData, Tally } from '#tests/model-runner/report/report-data.ts'
import { linesIn } from '#tests/model-runner/report/words.ts'
import { useLanguage } from './language.tsx'
import { type Highlight, markOf } from './marks.tsx'

/** `onChoose` receives the clicked transition. */
export type Drawn = {
  machine: Pick<MachineData, 'states' | 'transitions'>
  highlight: Highlight
  onChoose?: ((transition: number) => void) | undefined
}

/** The boxes and arrows of a drawing, without the `svg` element. */
export function Shapes({ drawing, ...drawn }: { drawing: Drawing } & Drawn) {
  return (
    <>
      {drawing.boxes.map((box) => (
        <BoxView key={box.id} box={box} {...drawn} />
      ))}
      {drawing.arrows.map((arrow) => (
        <ArrowView key={`${arrow.source} ${arrow.target}`} arrow={arrow} {...drawn} />
      ))}
    </>
  )
}

/** A state or one of its boxes; the current one has `data-now`. */
function BoxView({ box, machine, highlight, onChoose }: { box: Box } & Drawn) {
  const language = useLanguage()
  const { id, kind, x, y, width, height } = box
  if (kind === 'beginning') return <circle className="beginning" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
  const index = machine.states.findIndex((state) => state.id === id)
  const inside = machine.states.flatMap((state, at) => (state.id.startsWith(`${id}.`) ? [at] : []))
  const labels = index === -1 ? inside : [index]
  const isNow = highlight.now !== null && labels.some((state) => highlight.now?.states.includes(state))
  const mark = lookOf(machine.states[index]?.played)
  const look = [kind, mark, labels.some((state) => highlight.states.has(state)) ? 'lit' : '', isNow ? 'now' : ''].join(
    ' ',
  )
  const lines = box.title[language]
  const top = y + 22
  const titles = Math.max(box.title.ru.length, box.title.en.length)
  return (
    <g className={`box ${look}`} data-now={isNow && kind !== 'group' && kind !== 'reference' ? '' : undefined}>
      <rect x={x} y={y} width={width} height={height} rx={kind === 'group' ? 14 : 10} />
      {kind === 'final' && <rect className="inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={8} />}
      {lines.map((line, row) => (
        <text className="title" key={line} x={x + 14} y={top + row * 18}>
          {line}
        </text>
      ))}
      {kind !== 'any' && (
        <text className="name" x={x + 14} y={top + titles * 18 - 2}>
          {id}
        </text>
      )}
      {box.inner.map((line, row) => (
        <LineView
          key={line.transition}
          {...{ line, machine, highlight, onChoose, x: x + 14, sign: '↻ ' }}
          y={top + titles * 18 + (kind === 'any' ? 0 : 16) + heightOf(box.inner.slice(0, row))}
        />
      ))}
    </g>
  )
}

function ArrowView({ arrow, machine, highlight, onChoose }: { arrow: Arrow } & Drawn) {
  const { points, label, lines } = arrow
  const marks = lines.map(({ transition }) => lookOf(machine.transitions[transition]?.played))
  const worst = (['failed', 'unplayed', 'partly', 'passed'] as const).find((mark) => marks.includes(mark)) ?? ''
  const isLit = lines.some(({ transition }) => highlight.transitions.has(transition))
  const isNow = lines.some(({ transition }) => highlight.now?.taken.includes(transition))
  return (
    <g className={`arrow ${worst} ${isLit ? 'lit' : ''} ${isNow ? 'now' : ''}`}>
      <path d={`M${points.map((point) => point.join(' ')).join('L')}`} />
      <polygon points={headOf(points)} />
      {label !== null && <rect className="label" {...label} rx={4} />}
      {label !== null &&
        lines.map((line, row) => (
          <LineView
            key={line.transition}
            {...{ line, machine, highlight, onChoose, x: label.x + 6, sign: '' }}
            y={label.y + 14 + heightOf(lines.slice(0, row))}
          />
        ))}
    </g>
  )
}

type LineProps = { line: Line; x: number; y: number; sign: string } & Drawn

function LineView({ line, machine, highlight, onChoose, x, y, sign }: LineProps) {
  const language = useLanguage()
  const { transition, text } = line
  const { titles = [], played, event } = machine.transitions[transition] ?? {}
  const isNow = highlight.now?.taken.includes(transition)
  const look = `${lookOf(played)} ${highlight.transitions.has(transition) ? 'lit' : ''} ${isNow ? 'now' : ''}`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the mouse; the table of transitions has the button
    <text className={`line ${look}`} x={x} y={y} onClick={onChoose && (() => onChoose(transition))}>
      <title>{`${titles.map((title) => title[language]).join('; ')} (${event})`}</title>
      {text[language].map((part, row) => (
        <tspan key={part} x={row === 0 ? x : x + 10} dy={row === 0 ? 0 : 16}>
          {row === 0 ? sign : ''}
          {part}
        </tspan>
      ))}
    </text>
  )
}

function heightOf(lines: readonly Line[]): number {
  return lines.reduce((height, line) => height + linesIn(line) * 16, 0)
}

/** Without results, as at `/qa`, nothing is coloured. */
function lookOf(played: readonly Tally[] = []): string {
  return played.length === 0 ? '' : markOf(played)
}

function headOf(points: readonly [number, number][]): string {
  const [x = 0, y = 0] = points.at(-1) ?? []
  const [fromX = 0, fromY = 0] = points.at(-2) ?? []
  const [alongX, alongY] = [Math.sign(x - fromX), Math.sign(y - fromY)]
  const side = (by: number) => `${x - alongX * 9 + alongY * by},${y - alongY * 9 + alongX * by}`
  return `${x},${y} ${side(4)} ${side(-4)}`
}
