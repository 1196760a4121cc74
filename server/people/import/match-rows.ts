import type { RowError } from '#server/cli/csv-file.ts'
import type { TerminalText } from '#server/terminal-language.ts'
import type { StoredPerson } from './import-plan.ts'
import type { Row } from './row.ts'

/** A row and its user; null for a new user. */
export type MatchedRow = { row: Row; person: StoredPerson | null }

/** Identifying columns in order of precedence. */
const marks = [
  { column: 'id', ofRow: (row: Row) => row.id, ofPerson: (person: StoredPerson) => person.externalId },
  { column: 'sub', ofRow: (row: Row) => row.subject, ofPerson: (person: StoredPerson) => person.subject },
  {
    column: 'email',
    ofRow: (row: Row) => row.email?.toLowerCase() ?? null,
    ofPerson: (person: StoredPerson) => person.email?.toLowerCase() ?? null,
  },
  { column: 'phone', ofRow: (row: Row) => row.phone ?? null, ofPerson: (person: StoredPerson) => person.phone },
] as const

/** Finds the user of each row. Ambiguous rows and two rows for one user are errors. */
export function matchRows(
  rows: readonly Row[],
  stored: readonly StoredPerson[],
): { matched: MatchedRow[]; faults: RowError[] } {
  const faults: RowError[] = []
  const matched: MatchedRow[] = []
  const owners = new Map(marks.map(({ column, ofPerson }) => [column, Map.groupBy(stored, ofPerson)]))
  const lines = new Map<string, number>()

  for (const row of rows) {
    const found = personOf(row)
    const complaints = [...repetitions(row), ...(isText(found) ? [found] : [])]
    faults.push(...complaints.map((message) => ({ line: row.line, message })))
    if (complaints.length === 0 && !isText(found)) matched.push({ row, person: found })
  }
  return { matched, faults }

  /** Values that an earlier row already has. */
  function repetitions(row: Row): TerminalText[] {
    return marks.flatMap(({ column, ofRow }) => {
      const value = ofRow(row)
      if (value === null) return []
      const key = `${column} ${value}`
      const earlier = lines.get(key)
      if (earlier === undefined) lines.set(key, row.line)
      if (earlier === undefined) return []
      return [{ ru: `${column}: то же в строке ${earlier}`, en: `${column}: line ${earlier} has it too` }]
    })
  }

  function personOf(row: Row): StoredPerson | TerminalText | null {
    let person: StoredPerson | null = null
    for (const { column, ofRow } of marks) {
      const value = ofRow(row)
      const [owner, ...others] = (value !== null && owners.get(column)?.get(value)) || []
      if (!owner) continue
      if (others.length > 0 && !(person && [owner, ...others].includes(person)))
        return { ru: `${column}: такое значение у нескольких людей`, en: `${column}: several users have it` }
      if (person && others.length === 0 && owner !== person)
        return { ru: `${column}: такое значение у другого человека`, en: `${column}: another user has it` }
      if (!person && owner.externalId !== null && owner.externalId !== row.id)
        return {
          ru: `${column}: такое значение у «${owner.externalId}»`,
          en: `${column}: «${owner.externalId}» has it`,
        }
      person ??= owner
    }
    if (person?.subject && row.subject && person.subject !== row.subject)
      return { ru: 'sub: у человека уже другая учётная запись', en: 'sub: the user already has another account' }
    return person
  }
}

function isText(found: StoredPerson | TerminalText | null): found is TerminalText {
  return found !== null && 'ru' in found
}
