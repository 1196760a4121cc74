import { email, phone } from '#contract/forms.ts'
import { namePattern, normalizeName, phoneOfFile } from '#contract/input-formats.ts'
import { nameLength } from '#contract/limits.ts'
import { knownRoles, type Role } from '#contract/roles.ts'
import type { CsvCells, RowError } from '#server/cli/csv-file.ts'

/** A parsed row (docs/people-import.md). Undefined: the file has no such column. */
export type Row = {
  line: number
  id: string
  lastName: string
  firstName: string
  patronym?: string | null
  email?: string | null
  phone?: string | null
  subject: string | null
  grade?: number | null
  roles?: Role[]
  /** Ids of the guardians in the file. */
  guardians?: string[]
}

export const requiredColumns = ['id', 'last_name', 'first_name'] as const
export const columns = [
  ...requiredColumns,
  ...(['patronym', 'email', 'phone', 'sub', 'grade', 'roles', 'guardians'] as const),
] as const
type Column = (typeof columns)[number]

const idLength = 100

/** Parses a row. Returns all its errors in column order. */
export function readRow(cells: CsvCells<Column>, line: number): Row | RowError[] {
  const faults: RowError[] = []
  const complain = (column: Column, message: string) => void faults.push({ line, message: `${column}: ${message}` })
  const cell = (name: Column) => cells[name]?.trim() || null
  const isReadable = !Object.values(cells).some((value) => value.includes('\ufffd'))

  function text(name: Column, longest: number): string {
    const value = cell(name) ?? ''
    if (value.length > longest) complain(name, `is longer than ${longest} characters`)
    return value
  }
  function needed(name: Column, value: string): string {
    if (value === '') complain(name, 'is empty')
    return value
  }
  /** Same rules as names in the profile. */
  function personName(name: Column): string {
    const value = normalizeName(text(name, nameLength))
    if (isReadable && !namePattern.test(value))
      complain(name, `«${value}» is not a name: only letters, hyphens, apostrophes, dots and spaces are allowed`)
    return value
  }
  /** Undefined without the column, null for an empty cell. */
  function read<Value>(name: Column, mean: (value: string) => Value | undefined, kind: string) {
    if (cells[name] === undefined) return undefined
    const value = cell(name)
    if (value === null) return null
    const meant = mean(value)
    if (meant === undefined) complain(name, `«${value}» is not a valid ${kind}`)
    return meant
  }
  function words(name: Column): string[] | undefined {
    return cells[name] === undefined ? undefined : [...new Set((cell(name) ?? '').split(/[\s,|]+/).filter(Boolean))]
  }

  const row = {
    line,
    id: needed('id', text('id', idLength)),
    lastName: needed('last_name', personName('last_name')),
    firstName: needed('first_name', personName('first_name')),
    ...(cells.patronym !== undefined && { patronym: personName('patronym') || null }),
    ...given(
      'email',
      read('email', (value) => email.safeParse(value).data, 'email address'),
    ),
    ...given(
      'phone',
      read('phone', (value) => phone.safeParse(phoneOfFile(value)).data, 'phone, as +7 900 123-45-67'),
    ),
    subject: read('sub', subjectOf, 'sub of 1 to 255 ASCII characters') ?? null,
    ...given('grade', read('grade', gradeOf, 'grade from 1 to 11')),
    ...given(
      'roles',
      words('roles')?.flatMap((name) => roleOf(name, complain)),
    ),
    ...given('guardians', words('guardians')),
  }
  if (row.id.includes(' ')) complain('id', 'must not contain spaces')
  if (!isReadable) faults.push({ line, message: 'has lost letters (�): save the file as «CSV UTF-8» from its source' })
  return faults.length > 0 ? faults : row
}

function given<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>
}

function roleOf(name: string, complain: (column: 'roles', message: string) => void): Role[] {
  const roles = knownRoles([{ name: name.toLowerCase() }])
  if (roles.length === 0) complain('roles', `«${name}» is not a role`)
  return roles
}

function subjectOf(text: string): string | undefined {
  return /^[\x20-\x7e]{1,255}$/.test(text) ? text : undefined
}

function gradeOf(text: string): number | undefined {
  return /^([1-9]|1[01])$/.test(text) ? Number(text) : undefined
}
