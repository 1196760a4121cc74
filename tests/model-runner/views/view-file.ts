import { type FactName, factNames } from './page-view.ts'

/** Several values of a fact may be accepted; an empty list accepts all. */
export type AcceptedView = { facts: Record<FactName, string[]>; lines: string[] }
/** Accepted views by situation. */
export type Views = Map<string, AcceptedView>

const parts = '[parts]'
const anything = 'anything'
const [situationMark, partMark] = ['# ', '= ']

/** A line of a view and the lines below it. */
type Node = { line: string; children: Node[] }

/**
 * Formats views for review: situations with the same view share a block, and a subtree that occurs in several blocks is
 * written once, as a named part. A changed word is then one changed line.
 */
export function formatViews(views: Views): string {
  const blocks = Map.groupBy([...views].toSorted(byName), ([, { facts, lines }]) =>
    [...factNames.map((name) => `${name}: ${printed(facts[name])}`), ...lines].join('\n'),
  )
  const trees = [...blocks.keys()].map((text) => parse(text.split('\n')))
  const shared = sharedParts(trees)
  const named = [...shared].flatMap(([text, name]) => [
    `${partMark}${name}`,
    ...print(parse(text.split('\n')), shared, text),
    '',
  ])
  const own = [...blocks.values()].flatMap((situations, index) => [
    ...situations.map(([situation]) => `${situationMark}${situation}`),
    ...print(trees[index] ?? [], shared),
    '',
  ])
  return `${[...own, ...(named.length === 0 ? [] : [parts, '', ...named])].join('\n').trimEnd()}\n`
}

export function parseViews(text: string): Views {
  const [own = '', named = ''] = text.split(`\n${parts}\n`)
  const bodies = new Map(
    blocksOf(named).map((lines) => [(lines[0] ?? '').slice(partMark.length), lines.slice(1)] as const),
  )
  const expand = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => {
      const [, indent = '', name = ''] = /^( *)- → (.+)$/.exec(line) ?? []
      const body = bodies.get(name)
      return body === undefined ? [line] : expand(body).map((below) => indent + below)
    })
  return new Map(
    blocksOf(own).flatMap((block) => {
      const text = expand(block.filter((line) => !line.startsWith(situationMark)))
      const facts = factNames.map((name, index) => [name, valuesIn((text[index] ?? '').slice(`${name}: `.length))])
      const view = { facts: Object.fromEntries(facts) as AcceptedView['facts'], lines: text.slice(factNames.length) }
      return block
        .filter((line) => line.startsWith(situationMark))
        .map((line): [string, AcceptedView] => [line.slice(situationMark.length), view])
    }),
  )
}

function printed(values: readonly string[]): string {
  return values.length === 0 ? anything : values.toSorted().join(' | ')
}

function valuesIn(text: string): string[] {
  return text === anything ? [] : text.split(' | ')
}

function blocksOf(text: string): string[][] {
  return text
    .trim()
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => block.split('\n'))
}

function parse(lines: readonly string[]): Node[] {
  const roots: Node[] = []
  const open: { depth: number; children: Node[] }[] = [{ depth: -1, children: roots }]
  for (const line of lines) {
    const depth = line.search(/\S/)
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
    const node = { line: line.trim(), children: [] }
    open.at(-1)?.children.push(node)
    open.push({ depth, children: node.children })
  }
  return roots
}

/** The printed form of each subtree of at least three lines that occurs in several places, with its name. */
function sharedParts(trees: readonly Node[][]): Map<string, string> {
  const counts = new Map<string, number>()
  const order: [string, string][] = []
  const visit = (node: Node) => {
    const text = textOf(node)
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count === 1) order.push([text, /^- '?(\w+)/.exec(node.line)?.[1] ?? 'part'])
    // The parts of a repeated subtree are not repeated by themselves.
    if (count === 1) node.children.forEach(visit)
  }
  for (const tree of trees) tree.forEach(visit)
  const used = new Map<string, number>()
  return new Map(
    order
      .filter(([text]) => (counts.get(text) ?? 0) > 1 && text.split('\n').length >= 3)
      .map(([text, role]) => {
        used.set(role, (used.get(role) ?? 0) + 1)
        return [text, `${role} ${used.get(role)}`]
      }),
  )
}

function textOf(node: Node, indent = ''): string {
  return [indent + node.line, ...node.children.map((child) => textOf(child, `${indent}  `))].join('\n')
}

/** Prints subtrees, with references to shared parts; `whole` is the part that is being defined. */
function print(nodes: readonly Node[], shared: Map<string, string>, whole?: string, indent = ''): string[] {
  return nodes.flatMap((node) => {
    const text = textOf(node)
    const name = text === whole ? undefined : shared.get(text)
    if (name !== undefined) return [`${indent}- → ${name}`]
    return [indent + node.line, ...print(node.children, shared, whole, `${indent}  `)]
  })
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}
