import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { stateNameOf } from '#tests/model-runner/paths/coverage.ts'
import type { Arrow, Box, DrawnTransition, Line } from './drawn-machine.ts'

const widestLabel = 34
const widestTitle = 26

/** A box without a position, with its inner boxes. */
export type Draft = Omit<Box, 'x' | 'y' | 'width' | 'height'> & { children: Draft[] }
/** An arrow without a position. */
export type ArrowDraft = Omit<Arrow, 'points' | 'label'>
export type PartDraft = { boxes: Draft[]; arrows: ArrowDraft[] }

/** What is drawn of a machine. */
export type Subject = {
  machine: AnyStateMachine
  titleOf: (state: string) => string
  transitions: readonly DrawnTransition[]
  /** The title of the box whose transitions start in every state. */
  anywhere: string
}

/** A machine or one of its compound states with everything in it. */
export function wholeOf(region: AnyStateNode, subject: Subject): PartDraft {
  return partOf(region, unitsOf(region, subject, draftOf), subject)
}

/** What can be drawn apart: «from anywhere», and each state of the region. Compound states are closed boxes. */
export function unitsOf(region: AnyStateNode, subject: Subject, draw: typeof draftOf = closedDraftOf): Draft[] {
  const states = Object.values(region.states)
  if (states.length === 0) return [draw(region, subject)]
  return [...anyOf(region, subject), ...states.map((state) => draw(state, subject))]
}

/** These units with the arrows that leave them. A target outside of them is a reference. */
export function partOf(region: AnyStateNode, units: readonly Draft[], subject: Subject): PartDraft {
  const ids = new Set(units.flatMap(withInner).map(({ id }) => id))
  const arrows = arrowsOf(region, subject).filter(({ source, target }) =>
    isBeginning(source) ? ids.has(target) : ids.has(source),
  )
  const begins = arrows.some(({ source }) => source === beginning(stateNameOf(region)))
  const references = [...new Set(arrows.map(({ target }) => target))].filter((target) => !ids.has(target))
  return {
    boxes: [
      ...(begins ? [beginningOf(region)] : []),
      ...units,
      ...references.map(
        (id): Draft => ({ id, kind: 'reference', title: inLines(subject.titleOf(id)), inner: [], children: [] }),
      ),
    ],
    arrows,
  }
}

function draftOf(node: AnyStateNode, subject: Subject): Draft {
  const closed = closedDraftOf(node, subject)
  if (closed.kind !== 'group') return closed
  const children = Object.values(node.states).map((state) => draftOf(state, subject))
  return { ...closed, children: [beginningOf(node), ...anyOf(node, subject), ...children] }
}

function closedDraftOf(node: AnyStateNode, { titleOf, transitions }: Subject): Draft {
  const id = stateNameOf(node)
  const isGroup = Object.keys(node.states).length > 0
  return {
    id,
    kind: isGroup ? 'group' : node.type === 'final' ? 'final' : 'state',
    title: inLines(titleOf(id)),
    inner: innerOf(id, transitions),
    children: [],
  }
}

function beginningOf(node: AnyStateNode): Draft {
  return {
    id: beginning(stateNameOf(node)),
    kind: 'beginning',
    title: [],
    inner: [],
    children: [],
  }
}

/** The box «from anywhere in it», where a transition starts there. */
function anyOf(node: AnyStateNode, { transitions, anywhere: title }: Subject): Draft[] {
  const name = stateNameOf(node)
  const isRoot = node.parent === undefined
  const fromHere = transitions.some(
    ({ source, targets }) => source === name && (isRoot || targets.some(isWithin(name))),
  )
  if (!fromHere) return []
  const inner = isRoot ? innerOf(name, transitions) : []
  return [{ id: anywhere(name), kind: 'any', title: inLines(title), inner, children: [] }]
}

function innerOf(state: string, transitions: readonly DrawnTransition[]): Line[] {
  return transitions.flatMap((transition, index) =>
    transition.source === state && isInner(transition) ? [lineOf(transition, index)] : [],
  )
}

/** Transitions between the same two states share an arrow with one label each. */
function arrowsOf(region: AnyStateNode, { machine, transitions }: Subject): ArrowDraft[] {
  const arrows = new Map<string, ArrowDraft>()
  const add = (source: string, target: string, line: Line | null) => {
    const arrow = arrows.get(`${source} ${target}`) ?? { source, target, lines: [] }
    arrows.set(`${source} ${target}`, { ...arrow, lines: line === null ? arrow.lines : [...arrow.lines, line] })
  }
  const begin = (node: AnyStateNode): void => {
    const [first] = node.initial?.target ?? []
    if (first !== undefined) add(beginning(stateNameOf(node)), stateNameOf(first), null)
    for (const inner of Object.values(node.states)) begin(inner)
  }
  begin(region)
  for (const [index, transition] of transitions.entries()) {
    const { source, targets } = transition
    if (isInner(transition)) continue
    for (const target of targets) {
      const fromAnywhere = source === machine.id || isWithin(source)(target)
      add(fromAnywhere ? anywhere(source) : source, target, lineOf(transition, index))
    }
  }
  return [...arrows.values()]
}

export function withInner(draft: Draft): Draft[] {
  return [draft, ...draft.children.flatMap(withInner)]
}

function isInner({ source, targets }: DrawnTransition): boolean {
  return targets.length === 0 || (targets.length === 1 && targets[0] === source)
}

function isWithin(name: string): (state: string) => boolean {
  return (state) => state.startsWith(`${name}.`)
}

const anywhere = (name: string) => `${name} *`
const beginning = (name: string) => `${name} !`
const isBeginning = (id: string) => id.endsWith(' !')

/** The label of a transition: its first case, the number of others, and its guard. */
function lineOf({ titles, event, guard }: DrawnTransition, transition: number): Line {
  const [first = event] = titles
  const more = titles.length > 1 ? ` +${titles.length - 1}` : ''
  return { transition, text: wrapped(`${first}${more}${guard === null ? '' : ` [${guard}]`}`, widestLabel) }
}

function inLines(title: string): string[] {
  return wrapped(title, widestTitle)
}

function wrapped(text: string, widest: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= widest) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
