import { factNames, type PageView } from './page-view.ts'
import type { AcceptedView } from './view-file.ts'

/** How many differing lines a message lists. */
const maxLines = 20

/**
 * Describes how a page differs from its accepted view, null if it does not. The first line states the first difference
 * as an effect that is missing or not expected.
 */
export function viewDifference(
  situation: string,
  expected: Pick<AcceptedView, 'lines'> & { facts: AcceptedView['facts'] | null },
  seen: PageView,
): string | null {
  const changes = changesOf(expected.lines, seen.lines)
  for (const name of expected.facts === null ? [] : factNames) {
    const [accepted, fact] = [expected.facts?.[name] ?? [], seen.facts[name]]
    if (fact === null || accepted.length === 0 || accepted.includes(fact)) continue
    changes.push({ missing: [`${name}: ${accepted.join(' | ')}`], added: [`${name}: ${fact}`] })
  }
  const [first] = changes
  if (first === undefined) return null
  const [wanted, shown] = [first.missing[0]?.trim(), first.added[0]?.trim()]
  const lines = changes.flatMap(({ missing, added }) => [
    ...missing.map((line) => `- ${line}`),
    ...added.map((line) => `+ ${line}`),
  ])
  return [
    `expected: ${wanted ?? 'nothing here'} · seen: ${shown ?? 'nothing here'}`,
    `На странице должно быть «${wanted ?? 'ничего'}», а показано «${shown ?? 'ничего'}».`,
    `${viewOf}${situation} (- expected, + seen):`,
    ...lines.slice(0, maxLines),
    ...(lines.length > maxLines ? [`… and ${lines.length - maxLines} more lines`] : []),
    'Если так и задумано / If the change is intended: npm run qa -- <machine> --accept',
  ].join('\n')
}

const viewOf = 'view of '

/** The difference itself: the same one in several situations is one failure. Null for other messages. */
export function differenceIn(message: string): string | null {
  return message.includes(`\n${viewOf}`) ? withoutSituation(message) : null
}

export function withoutSituation(difference: string): string {
  return difference
    .split('\n')
    .filter((line) => !line.startsWith(viewOf))
    .join('\n')
}

type Change = { missing: string[]; added: string[] }

/** The differing runs of lines, by the longest common subsequence. */
function changesOf(expected: readonly string[], seen: readonly string[]): Change[] {
  const lengths = Array.from({ length: expected.length + 1 }, () => new Array<number>(seen.length + 1).fill(0))
  const lengthAt = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = expected.length - 1; row >= 0; row -= 1)
    for (let column = seen.length - 1; column >= 0; column -= 1)
      (lengths[row] as number[])[column] =
        expected[row] === seen[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
  const changes: Change[] = []
  let [row, column, isOpen] = [0, 0, false]
  while (row < expected.length || column < seen.length) {
    if (row < expected.length && column < seen.length && expected[row] === seen[column]) {
      row += 1
      column += 1
      isOpen = false
      continue
    }
    if (!isOpen) changes.push({ missing: [], added: [] })
    isOpen = true
    const isMissing =
      column >= seen.length || (row < expected.length && lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    if (isMissing) changes.at(-1)?.missing.push(expected[row++] ?? '')
    else changes.at(-1)?.added.push(seen[column++] ?? '')
  }
  return changes
}
