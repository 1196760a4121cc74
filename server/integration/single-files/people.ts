import { z } from 'zod'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { knownRoles, rolesOfGroup } from '#contract/roles.ts'
import { noteRights } from '#server/account-control/note-rights.ts'
import type { Database } from '#server/db/client.ts'
import { ImportRefused } from '#server/integration/bundle/bundle-error.ts'
import * as cells from '#server/integration/format-types/cell-kinds.ts'
import type { Columns } from '#server/integration/format-types/format.ts'
import { findProtectedIds } from '#server/integration/formats/administrator-records.ts'
import { type RoleChange, setRoles } from '#server/roles/set-roles.ts'
import { type Plan, planPeople } from './people-plan.ts'
import type { PersonRow } from './person-row.ts'
import { noteCount, readRows, type SingleFile, type SingleFileWork, type SingleRow } from './single-file.ts'
import { findStoredPeople, replaceGuardians, writePeople } from './stored-people.ts'

const identifier = z.string().regex(/^\S*$/, 'has-spaces')
const account = z.string().regex(/^[\x20-\x7e]{1,255}$/, 'not-an-account')
const grade = cells.parsed('not-a-grade', (cell) => (/^([1-9]|1[01])$/.test(cell) ? Number(cell) : null))
const role = cells.parsed('not-a-role', (cell) => knownRoles([{ name: cell.toLowerCase() }])[0] ?? null)
/** Separated by spaces, commas or bars. */
const words = z.string().transform((cell) => [...new Set(cell.split(/[\s,|]+/).filter(Boolean))])

const columns: Columns = {
  id: { kind: cells.kind('id', identifier, String, 100), isRequired: true },
  last_name: { kind: cells.personName, isRequired: true, fallback: '' },
  first_name: { kind: cells.personName, isRequired: true },
  patronym: { kind: cells.personName, isRequired: false },
  email: { kind: cells.email, isRequired: false },
  phone: { kind: cells.phone, isRequired: false },
  sub: { kind: cells.kind('sub', account, String), isRequired: false },
  grade: { kind: cells.kind('grade', grade, String), isRequired: false },
  roles: { kind: cells.kind('roles', words.pipe(z.array(role)), String), isRequired: false, fallback: [] },
  guardians: { kind: cells.kind('ids', words, String), isRequired: false, fallback: [] },
}

/** `npm run import:people -- people.csv`: docs/people-import.md. */
export const peopleList: SingleFile<PersonRow[]> = {
  name: 'people',
  action: 'import.people',
  read: (path, work) => readRows(path, columns, work, rowOf),
  async apply(transaction, rows, work) {
    const stored = await findStoredPeople(transaction, rows)
    const plan = planPeople(rows, stored, work)
    for (const fault of plan.faults) work.onFault({ file: work.name, ...fault })
    for (const note of plan.notes) work.onNote({ file: work.name, ...note })
    if (work.counts.faulty === 0 || work.skipFaulty) await write(transaction, plan, work)
    return undefined
  },
}

function rowOf({ line, cells: { id, last_name: lastName, first_name: firstName, sub, ...cells } }: SingleRow) {
  return { line, id, lastName, firstName, subject: sub ?? null, ...cells } as PersonRow
}

async function write(transaction: Database, plan: Plan, work: SingleFileWork): Promise<void> {
  const { now } = work
  const administrators = await findProtectedIds(transaction, work)
  await writePeople(transaction, plan, now)
  const roles = await setRoles(transaction, 'import', plan.roles, { now, command: 'import:people' })
  const newGuardian = work.newGuardian ?? rightsOfPreset.full
  const { made, ended, former } = await replaceGuardians(transaction, plan.families, newGuardian)
  const changes = former.map((pair) => ({ ...pair, after: null }))
  await noteRights(transaction, changes, { now, timeZone: work.timeZone, command: 'import:people' })
  const added = new Set(plan.added.map(({ id }) => id))
  const touched = [...plan.changed.map(({ id }) => id), ...roles.map(({ userId }) => userId), ...made, ...ended]
  const changed = new Set(touched.filter((id) => !added.has(id)))
  refuseAdministrators(plan, { changed: [...changed].filter((id) => administrators.has(id)), roles }, work)
  const unchanged = plan.changed.length + plan.unchanged - changed.size
  Object.assign(work.counts, { created: added.size, changed: changed.size, unchanged })
  const given = roles.filter(({ change }) => change === 'given').length
  noteCount(work, 'roles-given', given)
  noteCount(work, 'roles-taken', roles.length - given)
  noteCount(work, 'guardians-added', made.length)
  noteCount(work, 'guardians-ended', ended.length)
}

/** Refuses the file if it changes administrators or their rights, which this import may not do. */
function refuseAdministrators(
  { lines }: Plan,
  { changed, roles }: { changed: readonly string[]; roles: readonly RoleChange[] },
  { name, mayAppoint, onFault }: SingleFileWork,
): void {
  const appointed = mayAppoint ? [] : roles.filter(({ role }) => rolesOfGroup.admin.includes(role))
  for (const id of changed) onFault({ file: name, line: lines.get(id) ?? 0, column: '', reason: 'of-administrator' })
  for (const { userId, role } of appointed)
    onFault({ file: name, line: lines.get(userId) ?? 0, column: 'roles', reason: 'appoints', value: role })
  if (changed.length + appointed.length > 0) throw new ImportRefused()
}
