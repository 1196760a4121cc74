import type { AnyStateNode } from 'xstate'
import { stateNameOf } from '#tests/model-runner/paths/coverage.ts'
import {
  type ArrowDraft,
  type Draft,
  type PartDraft,
  partOf,
  type Subject,
  unitsOf,
  wholeOf,
  withInner,
} from './drafts.ts'
import type { Drawing, Line } from './drawn-machine.ts'
import { type Link, layOut, type Shape } from './layout.ts'

/** Estimated sizes of the characters in `svg.ts`, rounded up. */
const letters = { title: 8.7, line: 7.6, titleHeight: 18, lineHeight: 16 }

/** Text of 12 px is at least 11 px where a page shows the drawing 1012 px wide, as repositories in a browser do. */
const largest = { width: 1080, height: 1500 }

type Part = Omit<Drawing, 'title'>

/** Draws a machine as boxes and arrows. A machine that is too large is drawn in parts, compound states apart. */
export function drawingsOf(title: string, subject: Subject): Promise<Drawing[]> {
  return drawRegion(subject.machine.root, title, subject)
}

async function drawRegion(region: AnyStateNode, title: string, subject: Subject): Promise<Drawing[]> {
  const whole = await placed(wholeOf(region, subject))
  if (fits(whole)) return [{ title, ...whole }]
  const parts = await partsOf(region, subject)
  const drawings = parts.map((part, index) => ({ title: numbered(title, index + 1, parts.length), ...part }))
  for (const state of Object.values(region.states))
    if (Object.keys(state.states).length > 0)
      drawings.push(...(await drawRegion(state, subject.titleOf(stateNameOf(state)), subject)))
  return drawings
}

/** As many neighbouring states in each part as fit. */
async function partsOf(region: AnyStateNode, subject: Subject): Promise<Part[]> {
  const parts: { units: Draft[]; part: Part }[] = []
  for (const unit of unitsOf(region, subject)) {
    const last = parts.at(-1)
    const units = [...(last?.units ?? []), unit]
    const longer = await placed(partOf(region, units, subject))
    if (last !== undefined && fits(longer)) parts.splice(-1, 1, { units, part: longer })
    else parts.push({ units: [unit], part: await placed(partOf(region, [unit], subject)) })
  }
  return parts.map(({ part }) => part)
}

function fits({ width, height }: Part): boolean {
  return width <= largest.width && height <= largest.height
}

/** From top to bottom, or from left to right where that is too wide. */
async function placed({ boxes, arrows }: PartDraft): Promise<Part> {
  const down = await placedAlong('DOWN', { boxes, arrows })
  if (fits(down)) return down
  const right = await placedAlong('RIGHT', { boxes, arrows })
  return right.width < down.width ? right : down
}

async function placedAlong(direction: 'DOWN' | 'RIGHT', { boxes, arrows }: PartDraft): Promise<Part> {
  const layout = await layOut(boxes.map(shapeOf), arrows.map(linkOf), direction)
  return {
    width: layout.width,
    height: layout.height,
    boxes: boxes.flatMap(withInner).map(({ children: _, ...box }) => ({ ...box, ...placeIn(layout.boxes, box.id) })),
    arrows: arrows.map((arrow) => ({ ...arrow, ...placeIn(layout.links, linkOf(arrow).id) })),
  }
}

function placeIn<Place>(places: Map<string, Place>, id: string): Place {
  const place = places.get(id)
  if (place === undefined) throw new Error(`${id} has no place in the drawing`)
  return place
}

function shapeOf({ id, kind, title, inner, children }: Draft): Shape {
  if (kind === 'beginning') return { id, width: 14, height: 14 }
  const names = kind === 'any' ? [] : [id]
  const width = Math.max(
    ...title.map((line) => line.length * letters.title),
    ...names.map((name) => name.length * letters.line),
    ...inner.map((line) => widthOf(line) + 16),
  )
  const lines = names.length + linesOf(inner)
  const height = title.length * letters.titleHeight + lines * letters.lineHeight + 20
  const box = { id, width: Math.ceil(width + 28), height }
  return children.length === 0 ? box : { ...box, header: height, children: children.map(shapeOf) }
}

function linkOf({ source, target, lines }: ArrowDraft): Link {
  const label =
    lines.length === 0
      ? null
      : {
          width: Math.ceil(Math.max(...lines.map(widthOf)) + 12),
          height: linesOf(lines) * letters.lineHeight + 4,
        }
  return { id: `${source} → ${target}`, source, target, label }
}

/** Continued lines are indented. */
function widthOf({ text }: Line): number {
  return Math.max(...text.map((line) => line.length)) * letters.line + 10
}

function linesOf(lines: readonly Line[]): number {
  return lines.reduce((count, { text }) => count + text.length, 0)
}

function numbered(title: string, part: number, count: number): string {
  return count === 1 ? title : `${title}, ${part}/${count}`
}
