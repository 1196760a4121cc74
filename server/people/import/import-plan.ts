import { randomUUID } from 'node:crypto'
import type { ProfileField, ProfileOwners } from '#contract/people/profile-owners.ts'
import type { Role } from '#contract/roles.ts'
import type { RowError } from '#server/cli/csv-file.ts'
import type { TerminalText } from '#server/terminal-language.ts'
import { type MatchedRow, matchRows } from './match-rows.ts'
import type { Row } from './row.ts'

/** A stored user that rows may match. */
export type StoredPerson = {
  id: string
  externalId: string | null
  subject: string | null
  /** Accounts of the current issuer by which the person signs in. */
  subjects: string[]
  firstName: string
  lastName: string
  patronym: string | null
  email: string | null
  phone: string | null
  grade: number | null
  hasBeenHere: boolean
  guardianIds: string[]
}

export type PlannedPerson = Omit<StoredPerson, 'hasBeenHere' | 'guardianIds' | 'subjects'>

export type Plan = {
  added: PlannedPerson[]
  changed: PlannedPerson[]
  unchanged: number
  /** Users whose roles the file sets. */
  roles: { userId: string; roles: readonly Role[] }[]
  /** Children whose guardians the file sets: the complete list. */
  families: { childId: string; guardianIds: string[] }[]
  faults: RowError[]
  /** What the file says and is left out. */
  notes: RowError[]
}

/** Plans the import. All errors are found before anything is written. */
export function planPeople(rows: readonly Row[], stored: readonly StoredPerson[], owners: ProfileOwners): Plan {
  const plan: Plan = { added: [], changed: [], unchanged: 0, roles: [], families: [], faults: [], notes: [] }
  const { matched, faults, notes } = matchRows(rows, stored)
  plan.notes.push(...notes)
  plan.faults.push(...faults)
  const ids = new Map(stored.flatMap(({ externalId, id }) => (externalId === null ? [] : [[externalId, id] as const])))
  for (const one of matched) ids.set(one.row.id, planPerson(one))
  for (const { row } of matched) planFamily(row)
  rejectMutualGuardians()
  plan.faults.sort((one, other) => one.line - other.line)
  return plan

  function planPerson({ row, person }: MatchedRow): string {
    const planned = person ? mergedWith(person, row, owners) : newPerson(row)
    if (!person) plan.added.push(planned)
    else if (isSame(person, planned)) plan.unchanged += 1
    else plan.changed.push(planned)
    if (row.roles) plan.roles.push({ userId: planned.id, roles: row.roles })
    return planned.id
  }

  function planFamily({ line, id, guardians }: Row): void {
    const childId = ids.get(id)
    if (!guardians || childId === undefined) return
    const complain = ({ ru, en }: TerminalText) =>
      plan.faults.push({ line, message: { ru: `guardians: ${ru}`, en: `guardians: ${en}` } })
    if (guardians.includes(id))
      complain({ ru: 'ребёнок не может быть родителем самому себе', en: 'a child cannot be their own guardian' })
    for (const guardian of guardians)
      if (!ids.has(guardian)) complain({ ru: `«${guardian}» нет в файле`, en: `«${guardian}» is unknown` })
    plan.families.push({ childId, guardianIds: guardians.flatMap((guardian) => ids.get(guardian) ?? []) })
  }

  /** Compares with stored guardians too: the file may name only one side of the pair. */
  function rejectMutualGuardians(): void {
    const guardians = new Map(stored.map(({ id, guardianIds }) => [id, guardianIds]))
    for (const { childId, guardianIds } of plan.families) guardians.set(childId, guardianIds)
    for (const { row } of matched) {
      const childId = ids.get(row.id) ?? ''
      for (const guardian of row.guardians ?? []) {
        const guardianId = ids.get(guardian)
        if (guardian === row.id || guardianId === undefined) continue
        if (!guardians.get(guardianId)?.includes(childId)) continue
        const message = {
          ru: `guardians: у «${guardian}» родителем назван «${row.id}»`,
          en: `guardians: «${guardian}» has «${row.id}» as a guardian`,
        }
        plan.faults.push({ line: row.line, message })
      }
    }
  }
}

function newPerson(row: Row): PlannedPerson {
  const {
    id: externalId,
    subject,
    firstName,
    lastName,
    patronym = null,
    email = null,
    phone = null,
    grade = null,
  } = row
  return { id: randomUUID(), externalId, subject, firstName, lastName, patronym, email, phone, grade }
}

/** Users who have signed in keep what the school does not own; only missing values are filled in. */
function mergedWith(
  { hasBeenHere, guardianIds: _guardianIds, subjects: _subjects, ...person }: StoredPerson,
  row: Row,
  owners: ProfileOwners,
): PlannedPerson {
  const { id: externalId, firstName, lastName, subject } = row
  const known = { ...person, externalId, subject: person.subject ?? subject, grade: valueOr(row.grade, person.grade) }
  const keeps = (field: ProfileField) => hasBeenHere && owners[field] !== 'school'
  const merge = (field: ProfileField, theirs: string | null, ours: string | null | undefined) =>
    keeps(field) ? theirs || (ours ?? null) : valueOr(ours, theirs)
  return {
    ...known,
    ...(!keeps('names') || person.firstName + person.lastName === '' ? { firstName, lastName } : {}),
    patronym: merge('names', person.patronym, row.patronym),
    email: merge('email', person.email, row.email),
    phone: merge('phone', person.phone, row.phone),
  }
}

function valueOr<Value>(value: Value | undefined, known: Value): Value {
  return value === undefined ? known : value
}

function isSame({ hasBeenHere: _, subjects: _subjects, ...person }: StoredPerson, planned: PlannedPerson): boolean {
  return (Object.keys(planned) as (keyof PlannedPerson)[]).every((key) => person[key] === planned[key])
}
