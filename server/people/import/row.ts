import { nameLength } from '#contract/limits.ts'
import { canonicalEmail, type PhoneFault, parsePhone } from '#contract/people/contacts.ts'
import { namePattern, normalizeName } from '#contract/people/names.ts'
import { knownRoles, type Role } from '#contract/roles.ts'
import type { CsvCells, RowError } from '#server/cli/csv-file.ts'
import type { TerminalText } from '#server/terminal-language.ts'

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

type Complain = (column: Column, message: TerminalText) => void

const kinds = {
  email: { ru: 'адрес почты', en: 'email address' },
  sub: { ru: 'sub: нужно от 1 до 255 символов ASCII', en: 'sub of 1 to 255 ASCII characters' },
  grade: { ru: 'класс от 1 до 11', en: 'grade from 1 to 11' },
}
const lostLetters = {
  ru: 'часть букв потеряна (�): сохраните исходный файл как «CSV UTF-8»',
  en: 'has lost letters (�): save the file as «CSV UTF-8» from its source',
}
const phoneFaultTexts: Record<PhoneFault, TerminalText> = {
  'not-a-phone': {
    ru: 'не номер телефона вида +7 900 123-45-67',
    en: 'is not a valid phone, as +7 900 123-45-67',
  },
  'plus-eight': {
    ru: 'не номер телефона: российские номера начинаются с +7 или 8, а не с +8',
    en: 'is not a valid phone: Russian numbers begin with +7 or 8, not with +8',
  },
  'not-ten-digits': {
    ru: 'не номер телефона: после +7 должно быть десять цифр',
    en: 'is not a valid phone: ten digits follow +7',
  },
  'no-country-code': {
    ru: 'не российский номер: номера других стран начинаются с +',
    en: 'is not a Russian number: numbers of other countries begin with +',
  },
}

/** Parses a row. Returns all its errors in column order. */
export function readRow(cells: CsvCells<Column>, line: number): Row | RowError[] {
  const faults: RowError[] = []
  const complain: Complain = (column, { ru, en }) =>
    void faults.push({ line, message: { ru: `${column}: ${ru}`, en: `${column}: ${en}` } })
  const cell = (name: Column) => cells[name]?.trim() || null
  const isReadable = !Object.values(cells).some((value) => value.includes('\ufffd'))

  function text(name: Column, longest: number): string {
    const value = cell(name) ?? ''
    if (value.length > longest)
      complain(name, { ru: `длиннее ${longest} символов`, en: `is longer than ${longest} characters` })
    return value
  }
  function needed(name: Column, value: string): string {
    if (value === '') complain(name, { ru: 'пусто', en: 'is empty' })
    return value
  }
  /** Same rules as names in the profile. */
  function personName(name: Column): string {
    const value = normalizeName(text(name, nameLength))
    if (isReadable && !namePattern.test(value))
      complain(name, {
        ru: `«${value}» не имя: можно только буквы, дефис, апостроф, точку и пробел`,
        en: `«${value}» is not a name: only letters, hyphens, apostrophes, dots and spaces are allowed`,
      })
    return value
  }
  /** Undefined without the column, null for an empty cell. */
  function read<Value>(name: Column, mean: (value: string) => Value | undefined, kind: TerminalText) {
    if (cells[name] === undefined) return undefined
    const value = cell(name)
    if (value === null) return null
    const meant = mean(value)
    if (meant === undefined)
      complain(name, { ru: `«${value}» — не ${kind.ru}`, en: `«${value}» is not a valid ${kind.en}` })
    return meant
  }
  function phoneNumber(): string | null | undefined {
    const value = cell('phone')
    if (value === null) return cells.phone === undefined ? undefined : null
    const number = parsePhone(value)
    if ('phone' in number) return number.phone
    const { ru, en } = phoneFaultTexts[number.fault]
    complain('phone', { ru: `«${value}» — ${ru}`, en: `«${value}» ${en}` })
    return undefined
  }
  function words(name: Column): string[] | undefined {
    return cells[name] === undefined ? undefined : [...new Set((cell(name) ?? '').split(/[\s,|]+/).filter(Boolean))]
  }

  const row = {
    line,
    id: needed('id', text('id', idLength)),
    lastName: personName('last_name'),
    firstName: needed('first_name', personName('first_name')),
    ...(cells.patronym !== undefined && { patronym: personName('patronym') || null }),
    ...given(
      'email',
      read('email', (value) => canonicalEmail(value) ?? undefined, kinds.email),
    ),
    ...given('phone', phoneNumber()),
    subject: read('sub', subjectOf, kinds.sub) ?? null,
    ...given('grade', read('grade', gradeOf, kinds.grade)),
    ...given(
      'roles',
      words('roles')?.flatMap((name) => roleOf(name, complain)),
    ),
    ...given('guardians', words('guardians')),
  }
  if (row.id.includes(' ')) complain('id', { ru: 'не должен содержать пробелов', en: 'must not contain spaces' })
  if (!isReadable) faults.push({ line, message: lostLetters })
  return faults.length > 0 ? faults : row
}

function given<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>
}

function roleOf(name: string, complain: Complain): Role[] {
  const roles = knownRoles([{ name: name.toLowerCase() }])
  if (roles.length === 0) complain('roles', { ru: `«${name}» — не роль`, en: `«${name}» is not a role` })
  return roles
}

function subjectOf(text: string): string | undefined {
  return /^[\x20-\x7e]{1,255}$/.test(text) ? text : undefined
}

function gradeOf(text: string): number | undefined {
  return /^([1-9]|1[01])$/.test(text) ? Number(text) : undefined
}
