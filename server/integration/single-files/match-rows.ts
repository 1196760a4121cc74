import { fullName } from '#contract/people/names.ts'
import type { PersonFault, PersonNote, PersonRow, StoredPerson } from './person-row.ts'

/** What is wrong with one column of a row. */
type Complaint = Omit<PersonFault, 'line'>

/** A row and its user; null for a new user. */
export type MatchedRow = { row: PersonRow; person: StoredPerson | null }

/** Identifying columns in order of precedence. */
const marks = [
  { column: 'id', rowValue: (row: PersonRow) => row.id, storedValues: (person: StoredPerson) => [person.externalId] },
  { column: 'sub', rowValue: (row: PersonRow) => row.subject, storedValues: (person: StoredPerson) => person.subjects },
  {
    column: 'email',
    rowValue: (row: PersonRow) => row.email?.toLowerCase() ?? null,
    storedValues: (person: StoredPerson) => [person.email?.toLowerCase() ?? null],
  },
  {
    column: 'phone',
    rowValue: (row: PersonRow) => row.phone ?? null,
    storedValues: (person: StoredPerson) => [person.phone],
  },
] as const

/** Finds the user of each row. Ambiguous rows and two rows for one user are errors. */
export function matchRows(
  rows: readonly PersonRow[],
  stored: readonly StoredPerson[],
): { matched: MatchedRow[]; faults: PersonFault[]; notes: PersonNote[] } {
  const faults: PersonFault[] = []
  const notes: PersonNote[] = []
  const matched: MatchedRow[] = []
  const owners = new Map(marks.map(({ column, storedValues }) => [column, peopleByMark(stored, storedValues)]))
  const lines = new Map<string, number>()

  for (const read of rows) {
    const row = withoutSubjectOfAnother(read)
    const found = personOf(row)
    const complaints = [...repetitions(row), ...(isComplaint(found) ? [found] : [])]
    faults.push(...complaints.map((complaint) => ({ line: row.line, ...complaint })))
    if (complaints.length === 0 && !isComplaint(found)) matched.push({ row, person: found })
  }
  return { matched, faults, notes }

  /** An account of another user is left out: the two may be one person, whom an administrator joins. */
  function withoutSubjectOfAnother(row: PersonRow): PersonRow {
    const [owner] = (row.subject !== null && owners.get('sub')?.get(row.subject)) || []
    const [person] = owners.get('id')?.get(row.id) ?? []
    if (!owner || !person || owner === person) return row
    notes.push({ line: row.line, column: 'sub', reason: 'account-left-out', value: describe(owner) })
    return { ...row, subject: null }
  }

  /** Values that an earlier row already has. */
  function repetitions(row: PersonRow): Complaint[] {
    return marks.flatMap(({ column, rowValue }) => {
      const value = rowValue(row)
      if (value === null) return []
      const key = `${column} ${value}`
      const earlier = lines.get(key)
      if (earlier === undefined) lines.set(key, row.line)
      if (earlier === undefined) return []
      return [{ column, reason: 'in-another-line', value: String(earlier) }]
    })
  }

  function personOf(row: PersonRow): StoredPerson | Complaint | null {
    let person: StoredPerson | null = null
    for (const { column, rowValue } of marks) {
      const value = rowValue(row)
      const [owner, ...others] = (value !== null && owners.get(column)?.get(value)) || []
      if (!owner) continue
      if (others.length > 0 && !(person && [owner, ...others].includes(person))) return { column, reason: 'of-several' }
      if (person && others.length === 0 && owner !== person)
        return { column, reason: 'of-unlisted', value: describe(owner) }
      if (!person && owner.externalId !== null && owner.externalId !== row.id)
        return { column, reason: 'of-listed', value: owner.externalId }
      person ??= owner
    }
    if (person?.subject && row.subject && !person.subjects.includes(row.subject))
      return { column: 'sub', reason: 'has-another-account' }
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

function isComplaint(found: StoredPerson | Complaint | null): found is Complaint {
  return found !== null && 'reason' in found
}
