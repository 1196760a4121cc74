import { type ESTree, parseSync, Visitor } from 'vite'

const bannedWords = [
  ...['whoever', 'nobody', 'somebody', 'anybody', 'spelled', 'asker'],
  ...['tell', 'tells', 'told', 'deed', 'deeds', 'surroundings', 'deaf', 'patience', 'errand', 'errands'],
]

/**
 * Places where the path, identifiers, comments or test titles of a source file, or the text of a Markdown file, use a
 * word of the banned list: the naming rule wants a standard term.
 */
export function bannedWordsIn(path: string, source: string): string[] {
  // Parsing is slow, and nearly every file is clean.
  if (!bannedWords.some((word) => `${path}\n${source}`.toLowerCase().includes(word))) return []
  return [{ at: 0, text: wordsOf(path) }, ...textsOf(path, source)].flatMap(({ at, text }) =>
    bannedWords
      .filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
      .map((word) => `${path}:${source.slice(0, at).split('\n').length}: «${word}» is not a standard term`),
  )
}

const citation = String.raw`(?:S\d|D-\d+|decisions? \d+)`
const bareCitation = new RegExp(String.raw`^[*\s]*${citation}(?:,? ${citation})*[.*\s]*$`, 'i')

/** Comments of a source file that only cite a requirement or a decision: the number does not say what the rule is. */
export function bareCitationsIn(path: string, source: string): string[] {
  // Parsing is slow, and nearly every file is clean.
  if (!new RegExp(String.raw`(?:/\*|//)[*\s]*${citation}`, 'i').test(source)) return []
  return parseSync(path, source)
    .comments.filter(({ value }) => bareCitation.test(value))
    .map(({ start, value }) => {
      const cited = value.replaceAll(/[*.]/g, '').trim()
      return `${path}:${source.slice(0, start).split('\n').length}: say what ${cited} requires`
    })
}

type Text = { at: number; text: string }

function textsOf(path: string, source: string): Text[] {
  if (path.endsWith('.md')) return [...source.matchAll(/.+/g)].map(({ index, 0: text }) => ({ at: index, text }))
  const { program, comments } = parseSync(path, source)
  const found: Text[] = comments.map(({ start, value }) => ({ at: start, text: value }))
  const note = ({ start, name }: { start: number; name: string }) => {
    found.push({ at: start, text: wordsOf(name) })
  }
  const noteTitle = ({ callee, arguments: [title] }: ESTree.CallExpression) => {
    const isTest = /^(test|it|describe|changing)\b/.test(source.slice(callee.start, callee.end))
    if (isTest && title?.type === 'Literal' && typeof title.value === 'string')
      found.push({ at: title.start, text: title.value })
  }
  const visitor = { Identifier: note, JSXIdentifier: note, PrivateIdentifier: note, CallExpression: noteTitle }
  new Visitor(visitor).visit(program)
  return found
}

/** Splits camel case: `firstCalls` becomes `first Calls`. Paths are separated by hyphens, dots and slashes already. */
function wordsOf(identifier: string): string {
  return identifier.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}
