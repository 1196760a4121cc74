import ElkConstructor, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js'
import type { Place } from './drawn-machine.ts'

/** The graph to lay out: nested boxes, and arrows with labels. */
export type Shape = { id: string; width: number; height: number; header?: number; children?: Shape[] }
export type Link = { id: string; source: string; target: string; label: { width: number; height: number } | null }

export type Layout = {
  width: number
  height: number
  boxes: Map<string, Place>
  links: Map<string, { points: [number, number][]; label: Place | null }>
}

const options = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  // Positions are relative to the drawing, not to the parent box.
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.edgeNode': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  // Keeps the order of the machine's file.
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.feedbackEdges': 'true',
}

/** Lays out boxes and arrows with few crossings. */
export async function layOut(
  shapes: readonly Shape[],
  links: readonly Link[],
  direction: 'DOWN' | 'RIGHT',
): Promise<Layout> {
  const elk = new ElkConstructor()
  const graph: ElkNode = {
    id: 'drawing',
    layoutOptions: { ...options, 'elk.direction': direction },
    children: shapes.map(nodeOf),
    edges: links.map(({ id, source, target, label }) => ({
      id,
      sources: [source],
      targets: [target],
      labels: label === null ? [] : [{ ...label, text: id, layoutOptions: { 'elk.edgeLabels.inline': 'true' } }],
    })),
  }
  const drawn: ElkNode = await elk.layout(graph)
  const nodes = (drawn.children ?? []).flatMap(withInner)
  return {
    width: Math.ceil(drawn.width ?? 0),
    height: Math.ceil(drawn.height ?? 0),
    boxes: new Map(nodes.map((node) => [node.id, placeOf(node)])),
    links: new Map(
      (drawn.edges ?? []).map((edge) => [
        edge.id,
        { points: pointsOf(edge), label: edge.labels?.[0] ? placeOf(edge.labels[0]) : null },
      ]),
    ),
  }
}

function nodeOf({ id, width, height, header, children }: Shape): ElkNode {
  if (children === undefined) return { id, width, height }
  return {
    id,
    layoutOptions: {
      'elk.padding': `[top=${(header ?? 0) + 16},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${height})`,
    },
    children: children.map(nodeOf),
  }
}

function withInner(node: ElkNode): ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(withInner)]
}

function placeOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Place>): Place {
  return { x: Math.round(x), y: Math.round(y), width: Math.ceil(width), height: Math.ceil(height) }
}

function pointsOf({ sections = [] }: ElkExtendedEdge): [number, number][] {
  return sections
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }) => [Math.round(x), Math.round(y)])
}
