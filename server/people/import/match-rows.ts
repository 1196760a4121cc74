import { fullName } from '#contract/people/names.ts'
import type { RowError } from '#server/cli/csv-file.ts'
import type { TerminalText } from '#server/terminal-language.ts'
import type { StoredPerson } from './import-plan.ts'
import type { Row } from './row.ts'

/** A row and its user; null for a new user. */
export type MatchedRow = { row: Row; person: StoredPerson | null }

/** Identifying columns in order of precedence. */
const marks = [
  { column: 'id', ofRow: (row: Row) => row.id, ofPerson: (person: StoredPerson) => [person.externalId] },
  { column: 'sub', ofRow: (row: Row) => row.subject, ofPerson: (person: StoredPerson) => person.subjects },
  {
    column: 'email',
    ofRow: (row: Row) => row.email?.toLowerCase() ?? null,
    ofPerson: (person: StoredPerson) => [person.email?.toLowerCase() ?? null],
  },
  {
    column: 'phone',
    ofRow: (row: Row) => row.phone ?? null,
    ofPerson: (person: StoredPerson) => [person.phone],
  },
] as const

/** Finds the user of each row. Ambiguous rows and two rows for one user are errors. */
export function matchRows(
  rows: readonly Row[],
  stored: readonly StoredPerson[],
): { matched: MatchedRow[]; faults: RowError[]; notes: RowError[] } {
  const faults: RowError[] = []
  const notes: RowError[] = []
  const matched: MatchedRow[] = []
  const owners = new Map(marks.map(({ column, ofPerson }) => [column, peopleByMark(stored, ofPerson)]))
  const lines = new Map<string, number>()

  for (const read of rows) {
    const row = withoutSubjectOfAnother(read)
    const found = personOf(row)
    const complaints = [...repetitions(row), ...(isText(found) ? [found] : [])]
    faults.push(...complaints.map((message) => ({ line: row.line, message })))
    if (complaints.length === 0 && !isText(found)) matched.push({ row, person: found })
  }
  return { matched, faults, notes }

  /** An account of another user is left out: the two may be one person, whom an administrator joins. */
  function withoutSubjectOfAnother(row: Row): Row {
    const [owner] = (row.subject !== null && owners.get('sub')?.get(row.subject)) || []
    const [person] = owners.get('id')?.get(row.id) ?? []
    if (!owner || !person || owner === person) return row
    const name = describe(owner)
    const message = {
      ru: `sub: это вход другой учётной записи («${name}»), здесь он пропущен; если это один человек, объедините их в панели`,
      en: `sub: another account signs in with it («${name}»), so it is left out here; if they are one person, join them in the panel`,
    }
    notes.push({ line: row.line, message })
    return { ...row, subject: null }
  }

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
        return {
          ru: `${column}: такое значение у другого человека («${describe(owner)}»); если это один человек, объедините учётные записи в панели`,
          en: `${column}: another user has it («${describe(owner)}»); if they are one person, join the accounts in the panel`,
        }
      if (!person && owner.externalId !== null && owner.externalId !== row.id)
        return {
          ru: `${column}: такое значение у «${owner.externalId}»`,
          en: `${column}: «${owner.externalId}» has it`,
        }
      person ??= owner
    }
    if (person?.subject && row.subject && !person.subjects.includes(row.subject))
      return { ru: 'sub: у человека уже другая учётная запись', en: 'sub: the user already has another account' }
    return person
  }
}

function describe(person: StoredPerson): string {
  return [fullName(person), person.email ?? person.phone].filter(Boolean).join(', ')
}

function peopleByMark(
  people: readonly StoredPerson[],
  marksOf: (person: StoredPerson) => readonly (string | null)[],
): Map<string | null, StoredPerson[]> {
  const pairs = people.flatMap((person) => marksOf(person).map((mark) => ({ mark, person })))
  const grouped = Map.groupBy(pairs, ({ mark }) => mark)
  return new Map([...grouped].map(([mark, some]) => [mark, some.map(({ person }) => person)]))
}

function isText(found: StoredPerson | TerminalText | null): found is TerminalText {
  return found !== null && 'ru' in found
}
