import { statesIn } from '#tests/model-runner/paths/coverage.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'
import type { Arrow, Box, Drawing, DrawnMachine, Line } from './drawn-machine.ts'

/** The highlighted parts of a drawing, by the names of states and the keys of transitions. */
export type Lit = { states: ReadonlySet<string>; transitions: ReadonlySet<string> }

const nothing: Lit = { states: new Set(), transitions: new Set() }

/** The states and transitions of a path up to a number of steps. */
export function litBy({ start, entry, steps }: Path, count = steps.length): Lit {
  const past = steps.slice(0, count)
  return {
    states: new Set([...statesIn(start), ...past.flatMap(({ after, through }) => [...statesIn(after), ...through])]),
    transitions: new Set([...entry.taken, ...past.flatMap(({ taken }) => taken)]),
  }
}

const margin = 8

/** A drawing as SVG, with the parts that are lit. */
export function svgOf(drawing: Drawing, machine: DrawnMachine, lit: Lit = nothing): string {
  const [width, height] = [drawing.width + 2 * margin, drawing.height + 2 * margin]
  const shapes = [
    ...drawing.boxes.map((box) => boxSvg(box, lit, machine)),
    ...drawing.arrows.map((arrow) => arrowSvg(arrow, lit, machine)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}">
<title>${escaped(drawing.title)}</title>
<style>${style}</style>
<rect x="${-margin}" y="${-margin}" width="${width}" height="${height}" fill="#fff"/>
${shapes.join('\n')}
</svg>
`
}

const style = `svg{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',Arial,sans-serif}
.title{font-size:13px;font-weight:600}.name{font:12px monospace;fill:#5c5c5c}.line{font-size:12px}.line.lit{font-weight:700}
.arrow path{fill:none;stroke:#9a9a9a;stroke-width:1.4}.arrow polygon{fill:#9a9a9a}.arrow rect{fill:rgb(255 255 255/.92)}
.box rect{fill:#fff;stroke:#9a9a9a;stroke-width:1.5}
.arrow.lit path{stroke:#f08c24;stroke-width:3.5}.arrow.lit polygon{fill:#f08c24}.arrow.lit rect{fill:#fff1e0}
.box.group>rect{fill:#fafafa}.box rect.inner{fill:none}
.box.any>rect{fill:#f4f4f4;stroke-dasharray:2 4}.box.reference>rect{fill:#f4f4f4;stroke:#c4c4c4}
.box.lit:not(.group)>rect{fill:#fff1e0;stroke:#f08c24;stroke-width:3}`

function boxSvg({ id, kind, title, inner, x, y, width, height }: Box, lit: Lit, machine: DrawnMachine): string {
  if (kind === 'beginning')
    return `<circle cx="${x + width / 2}" cy="${y + height / 2}" r="${width / 2}" fill="#4a4a4a"/>`
  const isLit = [...lit.states].some((state) => state === id || state.startsWith(`${id}.`))
  const top = y + 22
  const nameTop = top + title.length * 18
  const firstLine = nameTop + (kind === 'any' ? 0 : 16)
  const radius = kind === 'group' ? 14 : 10
  return [
    `<g class="box ${kind}${isLit ? ' lit' : ''}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`,
    kind === 'final' &&
      `<rect class="inner" x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="8"/>`,
    ...title.map((line, row) => `<text class="title" x="${x + 14}" y="${top + row * 18}">${escaped(line)}</text>`),
    kind !== 'any' && `<text class="name" x="${x + 14}" y="${nameTop - 2}">${escaped(id)}</text>`,
    ...linesSvg(inner, { x: x + 14, y: firstLine, sign: '↻ ' }, lit, machine),
    '</g>',
  ]
    .filter(Boolean)
    .join('')
}

function arrowSvg({ points, label, lines }: Arrow, lit: Lit, machine: DrawnMachine): string {
  const isLit = lines.some(({ transition }) => lit.transitions.has(machine.transitions[transition]?.key ?? ''))
  const route = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')
  return [
    `<g class="arrow${isLit ? ' lit' : ''}"><path d="${route}"/><polygon points="${headOf(points)}"/>`,
    label && `<rect x="${label.x}" y="${label.y}" width="${label.width}" height="${label.height}" rx="4"/>`,
    ...(label ? linesSvg(lines, { x: label.x + 6, y: label.y + 14, sign: '' }, lit, machine) : []),
    '</g>',
  ]
    .filter(Boolean)
    .join('')
}

function linesSvg(
  lines: readonly Line[],
  { x, y, sign }: { x: number; y: number; sign: string },
  lit: Lit,
  { transitions }: DrawnMachine,
): string[] {
  let row = 0
  return lines.map(({ transition, text }) => {
    const { key = '', titles = [], event = '' } = transitions[transition] ?? {}
    const spans = text.map((part, index) => {
      const start = index === 0 ? `x="${x}"` : `x="${x + 10}"`
      return `<tspan ${start} y="${y + (row + index) * 16}">${index === 0 ? sign : ''}${escaped(part)}</tspan>`
    })
    row += text.length
    const title = `<title>${escaped(`${titles.join('; ')} (${event})`)}</title>`
    return `<text class="line${lit.transitions.has(key) ? ' lit' : ''}">${title}${spans.join('')}</text>`
  })
}

function headOf(points: readonly [number, number][]): string {
  const [x = 0, y = 0] = points.at(-1) ?? []
  const [fromX = 0, fromY = 0] = points.at(-2) ?? []
  const [alongX, alongY] = [Math.sign(x - fromX), Math.sign(y - fromY)]
  const side = (by: number) => `${x - alongX * 9 + alongY * by},${y - alongY * 9 + alongX * by}`
  return `${x},${y} ${side(4)} ${side(-4)}`
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
