import { readFileSync } from 'node:fs'

/** A fenced block of a document: ```kind name. */
export type DocumentBlock = { document: string; kind: string; name: string; content: string }

export function blocksOf(document: string): DocumentBlock[] {
  const text = readFileSync(`docs/${document}.md`, 'utf8')
  return [...text.matchAll(/^```(?<kind>\w*) ?(?<name>[^\n]*)\n(?<content>[\s\S]*?)^```$/gm)].map(({ groups }) => ({
    document,
    kind: groups?.kind ?? '',
    name: groups?.name ?? '',
    content: groups?.content ?? '',
  }))
}

/** The commands of a `console` block with the outputs that it shows. */
export function commandsOf({ content }: DocumentBlock): { command: string; shown: string }[] {
  return [...content.matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n?)*)/gm)].map(([, command = '', shown = '']) => ({
    command,
    shown,
  }))
}

/** A shown output as a pattern; `…` stands for anything. */
export function patternOf(shown: string): RegExp {
  const parts = shown
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`)
}
