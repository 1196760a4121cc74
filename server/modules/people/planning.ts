import { randomUUID } from 'node:crypto'
import type { Role } from '#contract/roles.ts'
import type { Fault } from '#server/csv-file.ts'
import { findMeant, type Meant } from './matching.ts'
import type { Row } from './row.ts'

/** A person whom a row may mean. */
export type StoredPerson = {
  id: string
  externalId: string | null
  subject: string | null
  firstName: string
  lastName: string
  patronym: string | null
  email: string | null
  phone: string | null
  grade: number | null
  hasBeenHere: boolean
}

export type PlannedPerson = Omit<StoredPerson, 'hasBeenHere'>

export type Plan = {
  added: PlannedPerson[]
  changed: PlannedPerson[]
  unchanged: number
  /** Of those whose roles the file tells. */
  roles: { userId: string; roles: readonly Role[] }[]
  /** Of those whose guardians the file tells: all of them. */
  families: { childId: string; guardianIds: string[] }[]
  faults: Fault[]
}

/** What becomes of the rows; every fault is found before anything is written. */
export function planPeople(rows: readonly Row[], stored: readonly StoredPerson[]): Plan {
  const plan: Plan = { added: [], changed: [], unchanged: 0, roles: [], families: [], faults: [] }
  const { meant, faults } = findMeant(rows, stored)
  plan.faults.push(...faults)
  const ids = new Map(stored.flatMap(({ externalId, id }) => (externalId === null ? [] : [[externalId, id] as const])))
  for (const one of meant) ids.set(one.row.id, planPerson(one))
  for (const { row } of meant) planFamily(row)
  plan.faults.sort((one, other) => one.line - other.line)
  return plan

  function planPerson({ row, person }: Meant): string {
    const planned = person ? mergedWith(person, row) : newPerson(row)
    if (!person) plan.added.push(planned)
    else if (isSame(person, planned)) plan.unchanged += 1
    else plan.changed.push(planned)
    if (row.roles) plan.roles.push({ userId: planned.id, roles: row.roles })
    return planned.id
  }

  function planFamily({ line, id, guardians }: Row): void {
    const childId = ids.get(id)
    if (!guardians || childId === undefined) return
    const complain = (message: string) => plan.faults.push({ line, message: `guardians: ${message}` })
    if (guardians.includes(id)) complain('nobody answers for themselves')
    for (const guardian of guardians) if (!ids.has(guardian)) complain(`nobody is «${guardian}»`)
    plan.families.push({ childId, guardianIds: guardians.flatMap((guardian) => ids.get(guardian) ?? []) })
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

/** Who has been here keeps what they may have changed themselves; what they lack is filled in. */
function mergedWith({ hasBeenHere, ...person }: StoredPerson, row: Row): PlannedPerson {
  const { id: externalId, firstName, lastName, subject } = row
  const known = { ...person, externalId, subject: person.subject ?? subject, grade: told(row.grade, person.grade) }
  const keep = (theirs: string | null, ours: string | null | undefined) =>
    hasBeenHere ? theirs || (ours ?? null) : told(ours, theirs)
  return {
    ...known,
    ...(!hasBeenHere || person.firstName + person.lastName === '' ? { firstName, lastName } : {}),
    patronym: keep(person.patronym, row.patronym),
    email: keep(person.email, row.email),
    phone: keep(person.phone, row.phone),
  }
}

function told<Value>(value: Value | undefined, known: Value): Value {
  return value === undefined ? known : value
}

function isSame({ hasBeenHere: _, ...person }: StoredPerson, planned: PlannedPerson): boolean {
  return (Object.keys(planned) as (keyof PlannedPerson)[]).every((key) => person[key] === planned[key])
}
