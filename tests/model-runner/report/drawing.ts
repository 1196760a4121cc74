import type { AnyStateMachine } from 'xstate'
import { arrowsOf, type Draft, type Drawn, draftsIn } from './drafts.ts'
import { type Link, layOut, type Shape } from './layout.ts'
import type { Bilingual, Drawing, TransitionData } from './report-data.ts'

/** Estimated sizes of the characters in `view/shapes.tsx`, rounded up. */
const letters = { title: 8.7, line: 7, titleHeight: 18, lineHeight: 16 }

/** Draws a machine as boxes and arrows; transitions between the same two states share an arrow. */
export async function drawingOf(
  machine: AnyStateMachine,
  titleOf: (state: string) => Bilingual,
  transitions: readonly TransitionData[],
): Promise<Drawing> {
  const drafts = draftsIn(machine.root, titleOf, transitions)
  const arrows = arrowsOf(machine, transitions)
  const layout = await layOut(drafts.map(shapeOf), arrows.map(linkOf))
  return {
    width: layout.width,
    height: layout.height,
    boxes: drafts.flatMap(withInner).map(({ children: _, ...box }) => ({ ...box, ...placed(layout.boxes, box.id) })),
    arrows: arrows.map((arrow) => ({ ...arrow, ...placed(layout.links, linkOf(arrow).id) })),
  }
}

function placed<Place>(places: Map<string, Place>, id: string): Place {
  const place = places.get(id)
  if (place === undefined) throw new Error(`${id} has no place in the drawing`)
  return place
}

function shapeOf({ id, kind, title, inner, children }: Draft): Shape {
  if (kind === 'beginning') return { id, width: 14, height: 14 }
  const names = kind === 'any' ? [] : [id]
  const width = Math.max(
    ...[...title.ru, ...title.en].map((line) => line.length * letters.title),
    ...names.map((name) => name.length * letters.line),
    ...inner.map(({ text }) => widest(text) + 16),
  )
  const titles = Math.max(title.ru.length, title.en.length)
  const height = titles * letters.titleHeight + (names.length + inner.length) * letters.lineHeight + 20
  const box = { id, width: Math.ceil(width + 28), height }
  return children.length === 0 ? box : { ...box, header: height, children: children.map(shapeOf) }
}

function linkOf({ source, target, lines }: Drawn): Link {
  const label =
    lines.length === 0
      ? null
      : {
          width: Math.max(...lines.map(({ text }) => widest(text))) + 12,
          height: lines.length * letters.lineHeight + 4,
        }
  return { id: `${source} → ${target}`, source, target, label }
}

function widest({ ru, en }: Bilingual): number {
  return Math.max(ru.length, en.length) * letters.line
}

function withInner(draft: Draft): Draft[] {
  return [draft, ...draft.children.flatMap(withInner)]
}
