import type { AnyStateNode } from 'xstate'
import type { Texts } from '#tests/model-runner/config.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { type Line, linesOf, stateNameOf } from '#tests/model-runner/paths/coverage.ts'
import { bilingual, guardWords } from './words.ts'

/** The page of a machine in `docs/machines`: the drawing of the report as Mermaid. */
export function machinePage(model: Model, texts: Texts): string {
  const { machine } = model
  return `# ${bilingual(texts, model.title).en}

Machine \`${machine.id}\`, drawn from its code by \`npm run qa -- --draw\`; \`npm run check\` refuses a drawing that is not current.

\`\`\`mermaid
stateDiagram-v2
${[...statesIn(machine.root, { model, texts }, '  '), ...linesOf(machine).map((line) => `  ${arrowOf(line, { model, texts })}`)].join('\n')}
\`\`\`
`
}

type Drawn = { model: Model; texts: Texts }

/** States with their descriptions, nested as in the machine. */
function statesIn(node: AnyStateNode, drawn: Drawn, indent: string): string[] {
  const states = Object.values(node.states)
  const name = stateNameOf(node)
  if (states.length === 0) return [`${indent}${identifierOf(name)} : ${wordsOf(drawn, name)}`]
  const [first] = node.initial?.target ?? []
  const begin = first === undefined ? [] : [`${indent}[*] --> ${identifierOf(stateNameOf(first))}`]
  const { model } = drawn
  const any = linesOf(model.machine).some((line) => startsAnywhere(line, model) && line.source === name)
  return [
    ...(any ? [`${indent}${anywhere(name)} : from anywhere`] : []),
    ...states.flatMap((state) => {
      const inner = stateNameOf(state)
      if (Object.keys(state.states).length === 0) {
        const end = state.type === 'final' ? [`${indent}${identifierOf(inner)} --> [*]`] : []
        return [...statesIn(state, drawn, indent), ...end]
      }
      const title = `${indent}state "${wordsOf(drawn, inner)}" as ${identifierOf(inner)} {`
      return [title, ...statesIn(state, drawn, `${indent}  `), `${indent}}`]
    }),
    ...begin,
  ]
}

function arrowOf(line: Line, { model, texts }: Drawn): string {
  const { source, targets, event, guard } = line
  const from = startsAnywhere(line, model) ? anywhere(source) : identifierOf(source)
  const to = targets[0] === undefined || targets[0] === source ? from : identifierOf(targets[0])
  return `${from} --> ${to} : ${shortly(event)}${guard === null ? '' : ` [${plain(guardWords(texts, guard).en)}]`}`
}

/** Mermaid cannot draw an arrow from a state to its descendant: such an arrow starts at an inner state «from anywhere». */
function startsAnywhere({ source, targets }: Line, { machine }: Model): boolean {
  const states = Object.keys(machine.root.states)
  if (states.length === 0) return false
  const holdsOthers = source === machine.id || Object.keys(stateOf(machine.root, source)?.states ?? {}).length > 0
  return (
    holdsOthers &&
    (source === machine.id || targets.length === 0 || targets.some((one) => one.startsWith(`${source}.`)))
  )
}

function stateOf(node: AnyStateNode, name: string): AnyStateNode | undefined {
  return name.split('.').reduce<AnyStateNode | undefined>((state, key) => state?.states[key], node)
}

/** Readable names of actor results and timers. */
function shortly(event: string): string {
  return event
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 failed')
    .replace(/^xstate\.after\.([^.]+)\..+$/, 'after $1')
}

function wordsOf({ model, texts }: Drawn, name: string): string {
  return plain(`${name}, ${bilingual(texts, model.states[name] ?? name).en}`)
}

/** A colon or a semicolon would end the label. */
const plain = (words: string) => words.replaceAll(/[:;]/g, ',')

const identifierOf = (name: string) => name.replaceAll('.', '_')
const anywhere = (name: string) => `${identifierOf(name)}_anywhere`
