import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { stateNameOf } from '#tests/model-runner/paths/coverage.ts'
import type { Arrow, Bilingual, Box, Line, TransitionData } from './report-data.ts'

const longestLine = 46
const widestTitle = 26

/** A box without a position, with its inner boxes. */
export type Draft = Omit<Box, 'x' | 'y' | 'width' | 'height'> & { children: Draft[] }
type TitleOf = (state: string) => Bilingual

/** The parts of the drawing of a machine or compound state: its states, its initial state, and «from anywhere in it». */
export function draftsIn(node: AnyStateNode, titleOf: TitleOf, transitions: readonly TransitionData[]): Draft[] {
  const states = Object.values(node.states)
  if (states.length === 0) return [draftOf(node, titleOf, transitions)]
  const name = stateNameOf(node)
  const isRoot = node.parent === undefined
  const fromHere = transitions.filter(
    ({ source, targets }) => source === name && (isRoot || targets.some(isWithin(name))),
  )
  const any: Draft[] =
    fromHere.length === 0
      ? []
      : [
          {
            id: anywhere(name),
            kind: 'any',
            title: inLines(anyTitle),
            inner: isRoot ? innerOf(name, transitions) : [],
            children: [],
          },
        ]
  return [
    { id: beginning(name), kind: 'beginning', title: { ru: [], en: [] }, inner: [], children: [] },
    ...any,
    ...states.map((state) => draftOf(state, titleOf, transitions)),
  ]
}

function draftOf(node: AnyStateNode, titleOf: TitleOf, transitions: readonly TransitionData[]): Draft {
  const id = stateNameOf(node)
  const isGroup = Object.keys(node.states).length > 0
  return {
    id,
    kind: isGroup ? 'group' : node.type === 'final' ? 'final' : 'state',
    title: inLines(titleOf(id)),
    inner: innerOf(id, transitions),
    children: isGroup ? draftsIn(node, titleOf, transitions) : [],
  }
}

function innerOf(state: string, transitions: readonly TransitionData[]): Line[] {
  return transitions.flatMap((transition, index) =>
    transition.source === state && isInner(transition) ? [lineOf(transition, index)] : [],
  )
}

/** An arrow without a position. */
export type Drawn = Omit<Arrow, 'points' | 'label'>

/** Transitions between the same two states share an arrow with one label line each. */
export function arrowsOf(machine: AnyStateMachine, transitions: readonly TransitionData[]): Drawn[] {
  const arrows = new Map<string, Drawn>()
  const add = (source: string, target: string, line: Line | null) => {
    const arrow = arrows.get(`${source} ${target}`) ?? { source, target, lines: [] }
    arrows.set(`${source} ${target}`, { ...arrow, lines: line === null ? arrow.lines : [...arrow.lines, line] })
  }
  const begin = (node: AnyStateNode): void => {
    const [first] = node.initial?.target ?? []
    if (first !== undefined) add(beginning(stateNameOf(node)), stateNameOf(first), null)
    for (const inner of Object.values(node.states)) begin(inner)
  }
  begin(machine.root)
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

function isInner({ source, targets }: TransitionData): boolean {
  return targets.length === 0 || (targets.length === 1 && targets[0] === source)
}

function isWithin(name: string): (state: string) => boolean {
  return (state) => state.startsWith(`${name}.`)
}

const anyTitle: Bilingual = { ru: 'откуда угодно', en: 'from anywhere' }
const anywhere = (name: string) => `${name} *`
const beginning = (name: string) => `${name} !`

/** The label of a transition: its first case, the number of others, and its guard. */
function lineOf({ titles, event, guard }: TransitionData, transition: number): Line {
  const [first = { ru: event, en: event }] = titles
  const more = titles.length > 1 ? ` +${titles.length - 1}` : ''
  const short = (language: keyof Bilingual) => {
    const end = `${more}${guard === null ? '' : ` [${guard.title[language]}]`}`
    return `${cut(first[language], longestLine - end.length)}${end}`
  }
  return { transition, text: { ru: short('ru'), en: short('en') } }
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`
}

function inLines({ ru, en }: Bilingual): Box['title'] {
  return { ru: wrapped(ru), en: wrapped(en) }
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= widestTitle) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
