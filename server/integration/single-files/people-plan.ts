import { randomUUID } from 'node:crypto'
import type { ProfileField } from '#contract/people/profile-owners.ts'
import type { Role } from '#contract/roles.ts'
import type { ImportContext } from '#server/integration/format-types/format.ts'
import { type MatchedRow, matchRows } from './match-rows.ts'
import type { PersonFault, PersonNote, PersonRow, StoredPerson } from './person-row.ts'

export type PlannedPerson = Omit<StoredPerson, 'hasBeenHere' | 'guardianIds' | 'subjects'>

export type Plan = {
  added: PlannedPerson[]
  changed: PlannedPerson[]
  unchanged: number
  /** Users whose roles the file sets. */
  roles: { userId: string; roles: readonly Role[] }[]
  /** Children whose guardians the file sets: the complete list. */
  families: { childId: string; guardianIds: string[] }[]
  faults: PersonFault[]
  /** What the file says and is left out. */
  notes: PersonNote[]
  /** Lines of the users that are in the file. */
  lines: Map<string, number>
}

/** Plans the import. All errors are found before anything is written. */
export function planPeople(
  rows: readonly PersonRow[],
  stored: readonly StoredPerson[],
  { profileOwners }: Pick<ImportContext, 'profileOwners'>,
): Plan {
  const lines = new Map<string, number>()
  const plan: Plan = { added: [], changed: [], unchanged: 0, roles: [], families: [], faults: [], notes: [], lines }
  const { matched, faults, notes } = matchRows(rows, stored)
  plan.notes.push(...notes)
  plan.faults.push(...faults)
  const ids = new Map(stored.flatMap(({ externalId, id }) => (externalId === null ? [] : [[externalId, id] as const])))
  for (const one of matched) ids.set(one.row.id, planPerson(one))
  for (const { row } of matched) planFamily(row)
  rejectMutualGuardians()
  return plan

  function planPerson({ row, person }: MatchedRow): string {
    const planned = person ? mergedWith(person, row, profileOwners) : newPerson(row)
    if (!person) plan.added.push(planned)
    else if (isSame(person, planned)) plan.unchanged += 1
    else plan.changed.push(planned)
    lines.set(planned.id, row.line)
    if (row.roles) plan.roles.push({ userId: planned.id, roles: row.roles })
    return planned.id
  }

  function planFamily({ line, id, guardians }: PersonRow): void {
    const childId = ids.get(id)
    if (!guardians || childId === undefined) return
    if (guardians.includes(id)) plan.faults.push({ line, column: 'guardians', reason: 'own-guardian' })
    for (const value of guardians)
      if (!ids.has(value)) plan.faults.push({ line, column: 'guardians', reason: 'unknown', value })
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
        plan.faults.push({ line: row.line, column: 'guardians', reason: 'guardian-of-guardian', value: guardian })
      }
    }
  }
}

function newPerson(row: PersonRow): PlannedPerson {
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
  row: PersonRow,
  owners: ImportContext['profileOwners'],
): PlannedPerson {
  const { id: externalId, firstName, lastName, subject } = row
  const known = { ...person, externalId, subject: person.subject ?? subject, grade: valueOr(row.grade, person.grade) }
  const keeps = (field: ProfileField) => hasBeenHere && owners?.[field] !== 'school'
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
