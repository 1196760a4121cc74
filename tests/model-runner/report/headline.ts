import { stripVTControlCharacters } from 'node:util'

/** The beginning of the message of a flaky path. */
export const unstable = 'unstable, passed at the second attempt: '

/**
 * The first line of a failure, as an effect: what was expected and what was seen. Messages of Playwright's assertions
 * state this over several lines, after a technical first line.
 */
export function headlineOf(message: string): string {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  const [first = ''] = lines
  if (first.startsWith('expected: ')) return first
  if (first.startsWith(unstable))
    return unstable + headlineOf(message.slice(message.indexOf(unstable) + unstable.length))
  const [expected, seen] = [valueAfter(lines, 'Expected'), valueAfter(lines, 'Received')]
  // Lists are printed as a difference.
  const [missing, added] = [difference(lines, '-'), difference(lines, '+')]
  // A poll starts with the effect that it waits for, an assertion of Playwright with its locator.
  const locator = valueAfter(lines, 'Locator')
  const effect = locator === null ? first : locator
  if (expected === 'true' && seen === 'false') return `expected: ${effect} · seen: no such effect`
  if (expected !== null)
    return `expected: ${effect}: ${expected} · seen: ${seen ?? valueAfter(lines, 'Error') ?? 'nothing'}`
  if (missing.length + added.length > 0) {
    const wanted = missing.length === 0 ? 'nothing more' : missing.join(', ')
    return `expected: ${effect}: ${wanted} · seen: ${added.length === 0 ? 'nothing' : added.join(', ')}`
  }
  return first
}

/** A failure in two parts, for reports of tools: what was expected, and what was seen instead. */
export function expectedAndSeen(message: string): { expected: string; seen: string } {
  const headline = headlineOf(message)
  const [, expected, seen] = /expected: (.*) · seen: (.*)$/s.exec(headline) ?? []
  if (expected !== undefined && seen !== undefined) return { expected, seen }
  const lines = stripVTControlCharacters(message).trim().split('\n')
  const accepted = lines.flatMap((line) => {
    const [, place, before, found] = /^(.*?): accepted (.*), found (.*)$/.exec(line) ?? []
    return place === undefined ? [] : [{ expected: `${place}: ${before}`, seen: `${place}: ${found}` }]
  })
  if (accepted.length > 0)
    return {
      expected: accepted.map((one) => one.expected).join('; '),
      seen: accepted.map((one) => one.seen).join('; '),
    }
  if (headline.startsWith('broken rule: ')) {
    const happened = lines.find((line) => line.startsWith('seen: '))?.slice('seen: '.length)
    return { expected: headline.slice('broken rule: '.length), seen: happened ?? 'the rule does not hold' }
  }
  return { expected: 'the step of the path', seen: headline }
}

function valueAfter(lines: readonly string[], name: string): string | null {
  const pattern = new RegExp(`^\\s*${name}(?: string| substring| pattern| value)?:\\s*(.+)$`)
  return lines.flatMap((line) => pattern.exec(line)?.[1]?.trim() ?? []).at(0) ?? null
}

/** Lines of a printed difference without brackets and counts. */
function difference(lines: readonly string[], sign: '-' | '+'): string[] {
  return lines
    .filter((line) => line.startsWith(`${sign} `) && !/^[-+] (Expected|Received)\b/.test(line))
    .map((line) => line.slice(2).trim().replace(/,$/, ''))
    .filter((line) => !/^(Array|Object)? ?[[\]{}]+$/.test(line))
}
